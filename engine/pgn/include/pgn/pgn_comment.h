/* Commands in comments of PGN: [%name argument]. */
#ifndef PGN_PGN_COMMENT_H
#define PGN_PGN_COMMENT_H

/* The argument of the command [%name argument] in a comment, or NULL. */
const char *pgn_command(const char *comment, const char *name);

/* Removes all commands of this name from a comment. */
void pgn_command_remove(char *comment, const char *name);

#endif
