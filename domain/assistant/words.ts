import { stripAccents } from '../text.ts';

/** One word, number or sign of a sentence. */
export interface Word {
  /** Lower case without accents: "são" is "sao". */
  key: string;
  /** As it was typed. */
  text: string;
}

// Money with its sign, numbers with their separators ("1.200,50", "10/12", "3x"), words with "&" and "+" inside, signs.
const WORD = /r\$|\d+(?:[.,/:-]\d+)*(?:x|h|º|ª|%)?(?![\p{L}])|[\p{L}\d]+(?:[&'’-][\p{L}\d]+)*|\/|[×+=*]/giu;

/** Abbreviations of chats, and what they stand for. */
const SHORT: ReadonlyMap<string, string> = new Map(
  Object.entries({
    qto: 'quanto',
    qnto: 'quanto',
    qnt: 'quanto',
    qtos: 'quantos',
    vc: 'voce',
    q: 'que',
    oq: 'o que',
    pq: 'porque',
    hj: 'hoje',
    amanhã: 'amanha',
    tb: 'tambem',
    td: 'tudo',
    mes: 'mes',
    pra: 'para',
    pro: 'para o',
    pras: 'para as',
    pros: 'para os',
    fornec: 'fornecedor',
    forn: 'fornecedor',
    orc: 'orcamento',
    nf: 'nota',
    'nf-e': 'nota',
    nfe: 'nota',
  }),
);

/** Returns the words of a sentence, with abbreviations written out. */
export const wordsOf = (sentence: string): Word[] => {
  const plain = sentence.normalize('NFC').replace(/\bp\s*\//gi, 'para ');
  return [...plain.matchAll(WORD)].flatMap(([text]) => {
    const key = stripAccents(text);
    const whole = SHORT.get(key);
    return whole === undefined
      ? [{ key, text }]
      : whole.split(' ').map((one, index) => ({ key: one, text: index === 0 ? text : '' }));
  });
};
