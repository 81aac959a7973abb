#include "uci/inbox.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "system/threads.h"
#include "uci/text.h"

/* The most bytes of lines that may wait for a search to end, and of lines without arguments beyond
 * these. A client in good faith sends few. */
enum { WAITING_BYTES_MAX = 64 << 20, LOST_BYTES_MAX = 1 << 20 };

struct inbox {
    pthread_t thread;
    writer *out;
    inbox_input input; /* its lines are used by the reading thread only */
    pthread_mutex_t lock;
    pthread_cond_t changed;
    /* The lock guards all members below. */
    message *first, **last;
    size_t waiting_bytes;
    unsigned long undone; /* lines that were queued and are not done */
    unsigned long go_read, go_done;
    unsigned long stopped_through, ponderhit_through; /* number of the last go that a stop, or a
                                                       * ponderhit, applies to */
    unsigned long taken;                              /* number of the go in work; 0: other work */
    search *running;
    bool running_is_go; /* `running` may then be NULL: not every go is a search */
    bool running_ponders, running_infinite;
    bool reads_line; /* a line has been read and is not handled yet */
    bool ended;      /* end of input; queued lines are still done */
    bool quitting;   /* the same, but searches and long work end at once */
};

/* True while only the client's stop or ponderhit can end the go in work. */
static bool waits_for_client(const inbox *box)
{
    return box->stopped_through < box->taken &&
           (box->running_infinite || (box->running_ponders && box->ponderhit_through < box->taken));
}

/* Takes out of the queue each isready that must be answered while a go is in work, and returns
 * their number: those before which nothing else waits. If only the client can end the go, it takes
 * all of them, since a client that waits for readyok would wait forever. Called with the lock. */
static int take_answerable(inbox *box)
{
    int count = 0;
    message **link = &box->first;
    while (box->running_is_go && *link != NULL) {
        message *m = *link;
        if (m->command == COMMAND_ISREADY) {
            *link = m->next;
            box->waiting_bytes -= m->size;
            box->undone--;
            free(m);
            count++;
        } else if (waits_for_client(box)) {
            link = &m->next;
        } else {
            break;
        }
    }
    if (*link == NULL) {
        box->last = link;
    }
    return count;
}

static void stop_running(inbox *box)
{
    if (box->running != NULL && (box->running_is_go || box->quitting)) {
        search_stop(box->running);
    }
}

static void handle_stop(inbox *box)
{
    pthread_mutex_lock(&box->lock);
    box->stopped_through = box->go_read;
    stop_running(box);
    pthread_mutex_unlock(&box->lock);
}

static void handle_ponderhit(inbox *box)
{
    pthread_mutex_lock(&box->lock);
    box->ponderhit_through = box->go_read;
    if (box->running != NULL && box->running_ponders) {
        search_ponderhit(box->running);
    }
    pthread_mutex_unlock(&box->lock);
}

/* The last call of the reading thread. */
static void handle_end(inbox *box, bool quit)
{
    pthread_mutex_lock(&box->lock);
    box->ended = true;
    box->quitting = quit;
    box->stopped_through = box->go_read;
    stop_running(box);
    pthread_cond_broadcast(&box->changed);
    pthread_mutex_unlock(&box->lock);
}

/* Waits until the queue has at most `most` bytes with `size` more. Returns false if only the end of
 * a search could make room. Called with the lock. */
static bool wait_for_room(inbox *box, size_t size, size_t most)
{
    while (box->waiting_bytes + size > most && box->waiting_bytes > 0) {
        if (box->go_done != box->go_read) {
            return false;
        }
        pthread_cond_wait(&box->changed, &box->lock);
    }
    return true;
}

/* True if all lines are done, and none is just being read. Called with the lock, in the same
 * section as the change that may make it true, so that one thread sees it. */
static bool is_idle(const inbox *box)
{
    return box->undone == 0 && !box->reads_line && !box->ended;
}

/* Asks a person for a line if the inbox has become idle. */
static void ask(inbox *box, bool idle)
{
    if (idle && box->input.prompt != NULL) {
        writer_prompt(box->out, box->input.prompt);
    }
}

static void set_reads_line(inbox *box, bool reads)
{
    pthread_mutex_lock(&box->lock);
    box->reads_line = reads;
    const bool idle = is_idle(box);
    pthread_mutex_unlock(&box->lock);
    ask(box, idle);
}

static void write_answers(inbox *box, int count)
{
    for (int i = 0; i < count; i++) {
        writer_line(box->out, "readyok");
    }
}

/* Queues a line, without its arguments if they are lost. Returns false if there is no room. */
static bool queue_line(inbox *box, const command *c, bool lost)
{
    const size_t length = lost ? 0 : strlen(c->arguments);
    const size_t most = WAITING_BYTES_MAX + (lost ? LOST_BYTES_MAX : 0);
    const size_t size = sizeof(message) + length + 1;
    message *m = malloc(size);
    pthread_mutex_lock(&box->lock);
    if (m == NULL || !wait_for_room(box, size, most)) {
        pthread_mutex_unlock(&box->lock);
        free(m);
        return false;
    }
    *m = (message){.command = c->id, .extra = c->extra, .size = size, .lost = lost};
    memcpy(m->arguments, c->arguments, length);
    m->arguments[length] = '\0';
    if (c->id == COMMAND_GO) {
        m->go_number = ++box->go_read;
    }
    *box->last = m;
    box->last = &m->next;
    box->waiting_bytes += size;
    box->undone++;
    const int answers = take_answerable(box);
    pthread_cond_broadcast(&box->changed);
    pthread_mutex_unlock(&box->lock);
    write_answers(box, answers);
    return true;
}

static void queue_whole_line(inbox *box, const command *c)
{
    if (!queue_line(box, c, false)) {
        writer_error(box->out,
                     "a line of %zu characters is dropped: there is no room for it during a search",
                     strlen(c->arguments));
        queue_line(box, c, true);
    }
}

static void handle_extra(inbox *box, const command *c, bool whole)
{
    if (c->extra->at_once) {
        c->extra->run(&(command_context){.name = c->extra->name, .out = box->out}, c->arguments);
    } else if (whole) {
        queue_whole_line(box, c);
    }
}

static void refuse_word(inbox *box, const char *word)
{
    char hint[INBOX_HINT_MAX] = "";
    if (box->input.hint != NULL) {
        box->input.hint(word, hint);
    }
    writer_error(box->out, "unknown command \"%.64s\"%s%s", word, hint[0] != '\0' ? "; " : "",
                 hint);
}

/* Returns false once the client quits. */
static bool handle_line(inbox *box, const char *text, bool whole)
{
    const command c = command_of_line(text, box->input.extras);
    char word[TEXT_WORD_MAX];
    if (!whole) {
        writer_error(box->out, "a line is longer than %d characters; it is ignored",
                     LINE_READER_MAX);
    } else if (c.skipped && text_peek_word(text, word)) {
        refuse_word(box, word);
    }
    switch (c.id) {
    case COMMAND_QUIT:
        return false;
    case COMMAND_STOP:
        handle_stop(box);
        break;
    case COMMAND_PONDERHIT:
        handle_ponderhit(box);
        break;
    case COMMAND_EXTRA:
        handle_extra(box, &c, whole);
        break;
    case COMMAND_IGNORED:
    case COMMAND_UNKNOWN:
        break;
    default:
        if (whole) {
            queue_whole_line(box, &c);
        } else {
            queue_line(box, &c, true);
        }
    }
    return true;
}

/* Waits until all lines are done, or, if `or_client`, until only the client can end the go in
 * work. */
static void wait_until_done(inbox *box, bool or_client)
{
    pthread_mutex_lock(&box->lock);
    while (box->undone > 0 && !(or_client && box->running_is_go && waits_for_client(box))) {
        pthread_cond_wait(&box->changed, &box->lock);
    }
    pthread_mutex_unlock(&box->lock);
}

/* Waits for the turn of the next line, and reads it. */
static line_outcome next_line(inbox *box, const char **text)
{
    if (box->input.pace == INBOX_IN_TURN) {
        wait_until_done(box, true);
    }
    const line_outcome outcome = line_reader_next(box->input.lines, text);
    if (box->input.pace == INBOX_IN_TURN && outcome == LINE_END) {
        wait_until_done(box, false);
    }
    return outcome;
}

/* Ends the line of the prompt if the person has ended the input there. */
static void ask_no_more(inbox *box, line_outcome outcome)
{
    if (outcome == LINE_END && box->input.prompt != NULL) {
        writer_prompt(box->out, "\n");
    }
}

static void *read_lines(void *argument)
{
    inbox *box = argument;
    const char *text;
    line_outcome outcome;
    ask(box, true);
    while ((outcome = next_line(box, &text)) != LINE_END) {
        set_reads_line(box, true);
        writer_note_input(box->out, text);
        if (!handle_line(box, text, outcome == LINE_READ)) {
            break;
        }
        set_reads_line(box, false);
    }
    ask_no_more(box, outcome);
    handle_end(box, outcome != LINE_END);
    return NULL;
}

inbox *inbox_open(const inbox_input *input, writer *out, failure *why)
{
    inbox *box = calloc(1, sizeof *box);
    if (box == NULL || input->lines == NULL) {
        free(box);
        line_reader_free(input->lines);
        fail(why, "not enough memory to read the input");
        return NULL;
    }
    box->out = out;
    box->input = *input;
    box->last = &box->first;
    pthread_mutex_init(&box->lock, NULL);
    pthread_cond_init(&box->changed, NULL);
    if (!system_thread_start(&box->thread, read_lines, box)) {
        line_reader_free(input->lines);
        free(box);
        fail(why, "the system cannot start a thread to read the input");
        return NULL;
    }
    return box;
}

void inbox_close(inbox *box)
{
    pthread_join(box->thread, NULL);
    while (box->first != NULL) {
        message *m = box->first;
        box->first = m->next;
        free(m);
    }
    pthread_cond_destroy(&box->changed);
    pthread_mutex_destroy(&box->lock);
    line_reader_free(box->input.lines);
    free(box);
}

message *inbox_take(inbox *box)
{
    pthread_mutex_lock(&box->lock);
    while (box->first == NULL && !box->ended) {
        pthread_cond_wait(&box->changed, &box->lock);
    }
    message *m = box->first;
    if (m != NULL) {
        box->first = m->next;
        if (box->first == NULL) {
            box->last = &box->first;
        }
        box->waiting_bytes -= m->size;
        box->taken = m->go_number;
        pthread_cond_broadcast(&box->changed);
    }
    pthread_mutex_unlock(&box->lock);
    return m;
}

void inbox_done(inbox *box, message *m)
{
    pthread_mutex_lock(&box->lock);
    if (m->go_number != 0) {
        box->go_done = m->go_number;
    }
    box->undone--;
    const bool idle = is_idle(box);
    pthread_cond_broadcast(&box->changed);
    pthread_mutex_unlock(&box->lock);
    ask(box, idle);
    free(m);
}

/* Passes a stop or a ponderhit that came before the search began on to the search. */
static void pass_on(inbox *box)
{
    if (box->stopped_through >= box->taken) {
        search_stop(box->running);
    }
    if (box->running_ponders && box->ponderhit_through >= box->taken) {
        search_ponderhit(box->running);
    }
}

void inbox_go_begins(inbox *box, search *s, const search_limits *limits)
{
    if (s != NULL) {
        search_arm(s);
    }
    pthread_mutex_lock(&box->lock);
    assert(box->taken != 0);
    box->running = s;
    box->running_is_go = true;
    box->running_ponders = limits->ponder;
    box->running_infinite = limits->infinite;
    if (s != NULL) {
        pass_on(box);
    }
    const int answers = take_answerable(box);
    pthread_cond_broadcast(&box->changed);
    pthread_mutex_unlock(&box->lock);
    write_answers(box, answers);
}

void inbox_go_ends(inbox *box)
{
    pthread_mutex_lock(&box->lock);
    box->running = NULL;
    box->running_is_go = false;
    pthread_mutex_unlock(&box->lock);
}

static bool end_wanted(void *user)
{
    inbox *box = user;
    pthread_mutex_lock(&box->lock);
    bool wanted = box->quitting || (box->taken != 0 && box->stopped_through >= box->taken);
    pthread_mutex_unlock(&box->lock);
    return wanted;
}

static void watch_search(void *user, search *s)
{
    inbox *box = user;
    pthread_mutex_lock(&box->lock);
    box->running = s;
    box->running_is_go = box->running_ponders = false;
    pthread_mutex_unlock(&box->lock);
}

interrupt inbox_interrupt(inbox *box)
{
    return (interrupt){.user = box, .wanted = end_wanted, .watch = watch_search};
}
