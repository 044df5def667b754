/* page_text.S - the text of the page, as it is: page.html, with its script in several files. */
	.section .rodata
	.global page_text, page_text_end
page_text:
	.incbin "emu/show/page/page.html"
	.incbin "emu/show/page/page_base.js"
	.incbin "emu/show/page/page_run.js"
	.incbin "emu/show/page/page_links.js"
	.incbin "emu/show/page/page_time.js"
	.incbin "emu/show/page/page_host.js"
	.ascii "</script>\n</body>\n</html>\n"
page_text_end:
	.byte 0
	.section .note.GNU-stack, "", %progbits
