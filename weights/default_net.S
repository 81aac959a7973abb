/* Embeds DEFAULT_NET_FILE. An assembler file, because link-time optimisation may move or drop what
 * inline assembly in C defines. */
        .section .rodata
        .global default_net
        .type   default_net, @object
        .balign 64
default_net:
        .incbin DEFAULT_NET_FILE
.Lend:
        .size   default_net, .Lend - default_net

        .global default_net_size
        .type   default_net_size, @object
        .balign 8
default_net_size:
        .quad   .Lend - default_net
        .size   default_net_size, 8

        .section .note.GNU-stack, "", @progbits
