import { MARGIN, MUTED } from './paper.mjs';

const TOP = 22;
const LOGO = { fit: [60, 34], width: 68 };

/** Top of each page, as `letterhead` of ../letterhead.ts has it. Returns what draws it. */
export const letterheadOf = (paper, { title, company, about }) => {
  const image = company.logo === null ? null : paper.document.openImage(company.logo);
  const left = MARGIN + (image ? LOGO.width : 0);
  const rightRoom = paper.inner * 0.55;
  const leftRoom = paper.inner - rightRoom - (left - MARGIN) - 8;
  const block = (lines, room, place) => {
    let y = TOP;
    for (const [style, text, color] of lines) {
      for (const line of paper.linesOf(style, text, room)) {
        paper.write(style, line, { ...place, room }, y, color);
        y += paper.heightOf(style);
      }
    }
  };
  return () => {
    if (image) paper.document.image(image, MARGIN, TOP, { fit: LOGO.fit });
    block([['title', company.name], ...company.facts.map((fact) => ['text', fact, MUTED])], leftRoom, { x: left });
    block(
      [
        ['title', title],
        ['text', about, MUTED],
      ],
      rightRoom,
      {
        x: MARGIN + paper.inner - rightRoom,
        align: 'right',
      },
    );
  };
};
