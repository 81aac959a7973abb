/* The folder in which fastchess runs: it leaves its state and the games there. */
#ifndef TOOLS_MATCH_FOLDER_H
#define TOOLS_MATCH_FOLDER_H

#include "chess/failure.h"
#include "data_path.h"

/* The name of the games in the folder. */
#define MATCH_FOLDER_GAMES "games.pgn"

typedef struct match_folder {
    char path[DATA_PATH_MAX];
    int lock; /* a descriptor: the folder is in use until it is closed */
} match_folder;

/* Makes a new folder for temporary files, and removes those that killed processes of this user have
 * left. Returns false and fills `why` if it cannot. */
bool match_folder_make(match_folder *folder, failure *why);

/* Creates the file `pgn` if it is missing. Returns false and fills `why` if games cannot be added
 * to it. */
bool match_folder_can_keep_games(const char *pgn, failure *why);

/* Adds the games to the end of the file `pgn`, which is created if it is missing. Returns false and
 * fills `why` if it cannot, or if fastchess has not left so many whole games; the file is then as
 * it was. */
bool match_folder_keep_games(const match_folder *folder, const char *pgn, long games, failure *why);

/* Removes the folder with what fastchess has left there. */
void match_folder_remove(const match_folder *folder);

#endif
