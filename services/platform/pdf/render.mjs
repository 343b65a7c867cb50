/**
 * Runs in a thread of its own (pdf.ts): laying out 5,000 rows takes seconds. Plain JavaScript, since Node loads this file
 * itself, also while tests and the development server run from the sources.
 */
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import pdfmake from 'pdfmake';
import { cutTables, keptRows } from './keptRows.mjs';

const fonts = join(dirname(createRequire(import.meta.url).resolve('pdfmake/package.json')), 'fonts', 'Roboto');

pdfmake.setFonts({
  Roboto: {
    normal: join(fonts, 'Roboto-Regular.ttf'),
    bold: join(fonts, 'Roboto-Medium.ttf'),
    italics: join(fonts, 'Roboto-Italic.ttf'),
    bolditalics: join(fonts, 'Roboto-MediumItalic.ttf'),
  },
});
// Documents bring their pictures along; nothing is fetched, and no file is read but the fonts.
pdfmake.setUrlAccessPolicy(() => false);
pdfmake.setLocalAccessPolicy((path) => dirname(path) === fonts);

const GREY = '#53646d';

const A4 = { portrait: { width: 595.28, height: 841.89 }, landscape: { width: 841.89, height: 595.28 } };
/** Height of a page that never ends, on which rows are measured. */
const ENDLESS = 1_000_000;

/** Lines of a table: a hair under each row. */
pdfmake.setTableLayouts({
  rows: {
    hLineWidth: (index, { table }) => (index === 0 ? 0 : index === table.body.length ? 0.8 : 0.4),
    vLineWidth: () => 0,
    hLineColor: (index, { table }) => (index === table.body.length ? '#17242b' : '#e1e6ea'),
    paddingLeft: () => 3,
    paddingRight: () => 3,
    paddingTop: () => 2.5,
    paddingBottom: () => 2.5,
  },
  // The same for a page that is narrow: less room between the columns.
  sheet: {
    hLineWidth: (index, { table }) => (index === 0 ? 0 : index === table.body.length ? 0.8 : 0.4),
    vLineWidth: () => 0,
    hLineColor: (index, { table }) => (index === table.body.length ? '#17242b' : '#e1e6ea'),
    paddingLeft: () => 2,
    paddingRight: () => 2,
    paddingTop: () => 2.5,
    paddingBottom: () => 2.5,
  },
});

/** @param {import('./pdf.ts').PdfDocument} document */
export default async ({
  title,
  createdAt,
  landscape,
  paper = 'A4',
  pageMargins,
  header,
  footer,
  content,
  watermark,
}) => {
  const layout = {
    pageOrientation: landscape ? 'landscape' : 'portrait',
    pageMargins,
    defaultStyle: { font: 'Roboto', fontSize: 7.5, color: '#17242b' },
  };
  const measured = keptRows(content);
  if (measured.length > 0) {
    const tops = new Map();
    const pageBreakBefore = ({ id, startPosition }) => {
      if (id !== undefined) tops.set(id, startPosition.top - pageMargins[1]);
      return false;
    };
    const { width, height } = A4[layout.pageOrientation];
    const pageSize = { width, height: ENDLESS };
    await pdfmake
      .createPdf({ ...layout, pageOrientation: 'portrait', pageSize, content: measured, pageBreakBefore })
      .getBuffer();
    cutTables(content, tops, height - pageMargins[1] - pageMargins[3]);
  }
  const made = pdfmake.createPdf({
    ...layout,
    info: {
      title,
      creator: 'Prumo',
      producer: 'Prumo',
      creationDate: new Date(createdAt),
      modDate: new Date(createdAt),
    },
    language: 'pt-BR',
    pageSize: paper,
    header: () => header,
    footer: (page, pages) => ({
      margin: [pageMargins[0], 10, pageMargins[2], 0],
      fontSize: 7,
      color: GREY,
      columns: [{ text: footer }, { text: `Página ${page} de ${pages}`, alignment: 'right', width: 70 }],
    }),
    ...(watermark === undefined ? {} : { watermark: { text: watermark, opacity: 0.08, bold: true } }),
    content,
  });
  return made.getBuffer();
};
