import type { Content, TableCell } from 'pdfmake/interfaces';
import { formatDate, todayIn } from '#domain/dates.ts';
import { counted } from '#domain/numberFormat.ts';
import type { MeasurementRow } from '#schema/engineering/measurements/measurements.rest.ts';
import { pictureIn } from '../../platform/pdf/pdf.ts';
import type { PrintedPhoto } from './photoPrints.ts';

const MUTED = '#53646d';
const ACROSS = 3;
const BOX: [number, number] = [170, 150];

const degrees = (value: string): string => value.replace('.', ',');

const captionOf = ({ takenAt, latitude, longitude }: PrintedPhoto): string => {
  const day = formatDate(todayIn(new Date(takenAt)));
  return latitude === null || longitude === null ? day : `${day} · ${degrees(latitude)}; ${degrees(longitude)}`;
};

const photoCell = (photo: PrintedPhoto): TableCell => {
  const image = pictureIn(photo.printed);
  return {
    stack: [
      ...(image === null ? [] : [{ image, fit: BOX }]),
      { text: captionOf(photo), color: MUTED, fontSize: 7, margin: [0, 2, 0, 6] },
    ],
  };
};

const rowsOf = (cells: readonly TableCell[]): TableCell[][] =>
  Array.from({ length: Math.ceil(cells.length / ACROSS) }, (_, row) =>
    Array.from({ length: ACROSS }, (_cell, column) => cells[row * ACROSS + column] ?? ''),
  );

/** Photos of one line below its code and name, which stand on the page of the first ones. */
const photosOfLine = ({ code, description }: MeasurementRow, photos: readonly PrintedPhoto[]): Content => ({
  layout: 'noBorders',
  margin: [0, 0, 0, 4],
  table: {
    headerRows: 1,
    keepWithHeaderRows: 1,
    dontBreakRows: true,
    widths: Array.from({ length: ACROSS }, () => '*'),
    body: [[{ text: `${code} ${description}`, bold: true, colSpan: ACROSS }, '', ''], ...rowsOf(photos.map(photoCell))],
  },
});

/** Annex 2: the photos of the period by line, and how many could not be printed. */
export const photoAnnex = (rows: readonly MeasurementRow[], photos: readonly PrintedPhoto[]): Content[] => {
  const shown = photos.filter(({ printed }) => printed.length > 0);
  const left = photos.length - shown.length;
  return [
    ...rows.flatMap((row) => {
      const ofLine = shown.filter(({ rowId }) => rowId === row.id);
      return ofLine.length > 0 ? [photosOfLine(row, ofLine)] : [];
    }),
    ...(left === 0
      ? []
      : [
          {
            color: MUTED,
            text: `${counted(left, 'foto não foi impressa', 'fotos não foram impressas')}: o formato não é lido no servidor (HEIC). ${left === 1 ? 'Ela está' : 'Elas estão'} na medição.`,
          },
        ]),
  ];
};
