/* The least that a program can do: read the context to its end, answer a pass. */
#include <unistd.h>

int main(void)
{
    static const char answer[] = "{\"verdict\":\"pass\"}";
    static char context[65536];
    ssize_t got;

    while ((got = read(STDIN_FILENO, context, sizeof context)) > 0)
        ;
    if (got < 0)
        return 1;
    return write(STDOUT_FILENO, answer, sizeof answer - 1) != sizeof answer - 1;
}
