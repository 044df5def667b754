	.file	"<stdin>"
