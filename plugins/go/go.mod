module example.com/code-blocks

go 1.19
