/* page_text.S - the text of the page, as it is. */
	.section .rodata
	.global page_text, page_text_end
page_text:
	.incbin "emu/show/page/page.html"
page_text_end:
	.byte 0
	.section .note.GNU-stack, "", %progbits
