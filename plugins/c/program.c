/* The check as a program: a context on standard input, a verdict on standard output. */
#include <stdio.h>
#include <stdlib.h>

#include "bidi.h"

static uint8_t *read_all(FILE *from, size_t *size)
{
    size_t room = 64 * 1024;
    uint8_t *bytes = malloc(room);
    *size = 0;
    while (bytes != NULL) {
        *size += fread(bytes + *size, 1, room - *size, from);
        if (*size < room)
            break;
        room *= 2;
        uint8_t *larger = realloc(bytes, room);
        if (larger == NULL)
            free(bytes);
        bytes = larger;
    }
    if (bytes != NULL && ferror(from)) {
        free(bytes);
        return NULL;
    }
    return bytes;
}

static int refuse(const char *why)
{
    fprintf(stderr, "bidi: %s\n", why);
    return EXIT_FAILURE;
}

int main(void)
{
    size_t size;
    uint8_t *json = read_all(stdin, &size);
    if (json == NULL)
        return refuse("the input could not be read");
    const char *verdict = bidi_verdict(bidi_judge(json, size));
    free(json);
    if (verdict == NULL)
        return refuse("the input is not a context, or its metadata's `bidi` is not warn or block");
    if (puts(verdict) == EOF || fflush(stdout) == EOF)
        return refuse("the verdict could not be written");
    return EXIT_SUCCESS;
}
