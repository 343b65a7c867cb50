import { onlyDigits, stripAccents } from '../../text.ts';
import { isTaxId, normalizeTaxId } from '../../taxId.ts';
import type { KnownPartner } from './types.ts';

/** Words that many companies share, or that banks write themselves: they name nobody. */
const COMMON = new Set(
  `a as com comercial comercio companhia cia construcao construcoes construtora da das de do dos e em eireli empreendimentos
   engenharia epp ind industria ltda materiais material mat constr me mei na nas no nos obra obras o os para por produtos
   s sa servico servicos serv sistema sp solucoes transportes pagamento pagto pag pgto pix ted doc transf transferencia
   enviado enviada recebido recebida boleto titulo deb debito aut automatico cred credito cobranca conta fornecedor
   cliente bco banco ag cc fatura nf nfse nota duplicata compra cartao qrcode saque deposito dep cnpj cpf`.split(/\s+/),
);

/** Words of a text without accents; "S/A" and "S.A." are one word. */
const wordsOf = (text: string): string[] =>
  stripAccents(text)
    .replace(/\bs[./]\s?a\b\.?/g, 'sa')
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== '');

const isTelling = (word: string): boolean => word.length >= 3 && !COMMON.has(word) && !/^\d+$/.test(word);

/** Banks cut words: "esp" is "especializada", but "con" is a beginning of too many. */
const isSame = (inMemo: string, inName: string): boolean =>
  inMemo === inName ||
  (inMemo.length >= 4 && inName.startsWith(inMemo)) ||
  (inName.length >= 6 && inMemo.startsWith(inName));

/** Words of a text that tell something: without those that banks and companies share. */
export const tellingWordsOf = (text: string): string[] => [...new Set(wordsOf(text).filter(isTelling))];

/** Whether a word of a memo is one of these, perhaps cut. */
export const isAmong = (memo: readonly string[], word: string): boolean => memo.some((one) => isSame(one, word));

/** How a memo names a partner. */
export interface Naming {
  /** 0 to 28: what it adds to the score of a pair. */
  points: number;
  reason: string;
}

export const TAX_ID_POINTS = 28;
const NAME_POINTS = 28;
const PART_OF_NAME_POINTS = 24;

interface Name {
  telling: string[];
  /** Where a memo has it, it has the name, wherever the bank cut it; null for a name that begins with common words. */
  beginning: string | null;
}

interface Named {
  partner: KnownPartner;
  /** The name, and the trade name. */
  names: Name[];
}

const BEGINNING = 12;

const nameOf = (text: string): Name => {
  const telling = tellingWordsOf(text);
  const beginning = wordsOf(text).join(' ').slice(0, BEGINNING).trim();
  const tells = wordsOf(beginning).some((word) => telling.includes(word));
  return { telling, beginning: tells && beginning.length >= BEGINNING - 1 ? beginning : null };
};

const namesOf = ({ name, tradeName }: KnownPartner): Name[] =>
  [name, tradeName ?? ''].map(nameOf).filter(({ telling }) => telling.length > 0);

/** Every CPF and CNPJ of a memo that its check digits confirm. Banks write them with and without their signs. */
export const taxIdsOf = (memo: string): string[] => {
  const compact = memo.toUpperCase().replace(/(?<=[0-9A-Z])[./-](?=[0-9A-Z])/g, '');
  const words = compact.match(/[0-9A-Z]{11,}/g) ?? [];
  return [...new Set(words.filter((word) => (word.length === 11 || word.length === 14) && isTaxId(word)))];
};

const pointsOf = (memo: readonly string[], { telling, beginning }: Name): number => {
  if (beginning !== null && memo.join(' ').includes(beginning)) return NAME_POINTS;
  const found = telling.filter((word) => isAmong(memo, word));
  const isWhole = found.length === telling.length;
  // A single short word is no name: "luz" stands in "cruz luz e cia".
  if (found.length < 2 && !(isWhole && (found[0]?.length ?? 0) >= 5)) return 0;
  return isWhole || found[0] === telling[0] ? NAME_POINTS : PART_OF_NAME_POINTS;
};

const namingOf = (memo: readonly string[], names: readonly Name[]): Naming | null => {
  const points = Math.max(...names.map((name) => pointsOf(memo, name)));
  return points > 0 ? { points, reason: 'nome no histórico' } : null;
};

/** Finds whom the words of a bank name, among many partners. */
export class PartnersInMemo {
  readonly #byTaxId = new Map<string, KnownPartner[]>();
  readonly #byStart = new Map<string, Named[]>();
  readonly #taxIds = new Map<number, string>();

  constructor(partners: readonly KnownPartner[]) {
    for (const partner of partners) {
      const taxId = partner.taxId === null ? '' : normalizeTaxId(partner.taxId);
      if (taxId) {
        this.#byTaxId.set(taxId, [...(this.#byTaxId.get(taxId) ?? []), partner]);
        this.#taxIds.set(partner.id, taxId);
      }
      const named = { partner, names: namesOf(partner) };
      for (const start of new Set(named.names.flatMap(({ telling }) => telling.map((word) => word.slice(0, 3))))) {
        const list = this.#byStart.get(start);
        if (list) list.push(named);
        else this.#byStart.set(start, [named]);
      }
    }
  }

  /** Partners whom the memo names, by id. One whom a CPF or CNPJ of the memo contradicts is none of them. */
  namedIn(memo: string): Map<number, Naming> {
    const found = new Map<number, Naming>();
    const taxIds = taxIdsOf(memo);
    for (const taxId of taxIds) {
      const reason = `${taxId.length === 11 ? 'CPF' : 'CNPJ'} no histórico`;
      for (const { id } of this.#byTaxId.get(taxId) ?? []) found.set(id, { points: TAX_ID_POINTS, reason });
    }
    const words = wordsOf(memo);
    const seen = new Set<number>();
    for (const word of words) {
      for (const { partner, names } of this.#byStart.get(word.slice(0, 3)) ?? []) {
        if (seen.has(partner.id) || found.has(partner.id)) continue;
        seen.add(partner.id);
        const naming = namingOf(words, names);
        if (naming && !this.contradicts(taxIds, partner.id)) found.set(partner.id, naming);
      }
    }
    return found;
  }

  /** Whether a text with these CPFs and CNPJs speaks of somebody else: the partner has another one. */
  contradicts(taxIds: readonly string[], partnerId: number | null): boolean {
    const own = partnerId === null ? undefined : this.#taxIds.get(partnerId);
    return own !== undefined && taxIds.length > 0 && !taxIds.includes(own);
  }
}

/** Numbers of at least four digits that stand alone in a memo or are its document number, without leading zeros. */
export const numbersOf = (memo: string, document: string): Set<string> => {
  const alone = memo.replace(/(?<=\d)[.](?=\d{3}\b)/g, '').match(/(?<![0-9A-Za-z])\d{4,}(?![0-9A-Za-z])/g) ?? [];
  return new Set(
    [...alone, onlyDigits(document)].map((digits) => digits.replace(/^0+/, '')).filter(({ length }) => length >= 4),
  );
};

/** Digits of a document's number, where they can tell one from another. */
export const numberOfDocument = (documentNumber: string | null): string | null => {
  const groups = (documentNumber ?? '').replace(/(?<=\d)[.](?=\d{3})/g, '').match(/\d+/g) ?? [];
  const longest = groups.map((digits) => digits.replace(/^0+/, '')).sort((a, b) => b.length - a.length)[0] ?? '';
  return longest.length >= 4 ? longest : null;
};
