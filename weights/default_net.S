/* Embeds DEFAULT_NET_FILE. */
#include "system/embed.inc"

        embed default_net, DEFAULT_NET_FILE
        embed_size default_net
