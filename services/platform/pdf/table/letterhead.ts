import { maskTaxId } from '#domain/masks.ts';
import { pictureIn } from '../pdf.ts';
import { MARGIN, type Paper, type Place, type Style } from './paper.ts';
import type { TableDocument } from './document.ts';

const TOP = 22;
const LOGO = { fit: [60, 34] as [number, number], width: 68 };

type Part = [style: Style, text: string, color: 'ink' | 'muted'];

/** Top of each page, as `letterhead` of ../letterhead.ts has it. Returns what draws it. */
export const letterheadOf = (paper: Paper, { title, company, about }: TableDocument): (() => void) => {
  const picture = pictureIn(company.logo);
  const drawLogo = picture === null ? null : paper.pictureOf(picture);
  const left = MARGIN + (drawLogo ? LOGO.width : 0);
  const rightRoom = paper.inner * 0.55;
  const leftRoom = paper.inner - rightRoom - (left - MARGIN) - 8;
  const block = (parts: readonly Part[], place: Place): void => {
    let y = TOP;
    for (const [style, text, color] of parts) {
      for (const line of paper.linesOf(style, text, place.room)) {
        paper.write(style, line, place, y, color);
        y += paper.heightOf(style);
      }
    }
  };
  const facts = [
    ...(company.taxId ? [`CNPJ ${maskTaxId(company.taxId)}`] : []),
    ...(company.address ? [company.address] : []),
  ];
  const name: Part[] = [['title', company.name, 'ink'], ...facts.map((fact): Part => ['text', fact, 'muted'])];
  const printed: Part[] = [
    ['title', title, 'ink'],
    ['text', about, 'muted'],
  ];
  return () => {
    drawLogo?.({ x: MARGIN, y: TOP, fit: LOGO.fit });
    block(name, { x: left, room: leftRoom });
    block(printed, { x: MARGIN + paper.inner - rightRoom, room: rightRoom, align: 'right' });
  };
};
