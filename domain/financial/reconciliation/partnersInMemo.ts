import { onlyDigits, stripAccents } from '../../text.ts';
import { isTaxId, normalizeTaxId } from '../../taxId.ts';
import type { KnownPartner } from './types.ts';

/** Words that many companies share, or that banks write themselves: they name nobody. */
const COMMON = new Set(
  `a as com comercial comercio companhia cia construcao construcoes construtora da das de do dos e em eireli empreendimentos
   engenharia epp ind industria ltda materiais material mat constr me mei na nas no nos obra obras o os para por produtos
   s sa servico servicos serv sistema sp solucoes transportes pagamento pagto pag pgto pix ted doc transf transferencia
   enviado enviada recebido recebida boleto titulo deb debito aut automatico cred credito cobranca conta fornecedor
   cliente bco banco ag cc fatura nf nfse nota duplicata compra cartao qrcode saque deposito dep cnpj cpf
   tarifa tar juros iof`.split(/\s+/),
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

/** How a memo names a partner. */
export interface Naming {
  /** 0 to 28: what it adds to the score of a pair. */
  points: number;
  reason: string;
}

export const TAX_ID_POINTS = 28;
const NAME_POINTS = 28;
const PART_OF_NAME_POINTS = 24;

interface Named {
  partner: KnownPartner;
  /** Telling words of the name, and of the trade name. */
  names: string[][];
}

const tellingNames = ({ name, tradeName }: KnownPartner): string[][] =>
  [name, tradeName ?? '']
    .map((text) => [...new Set(wordsOf(text).filter(isTelling))])
    .filter((words) => words.length > 0);

/** Every CPF and CNPJ of a memo that its check digits confirm. Banks write them with and without their signs. */
export const taxIdsOf = (memo: string): string[] => {
  const compact = memo.toUpperCase().replace(/(?<=[0-9A-Z])[./-](?=[0-9A-Z])/g, '');
  const words = compact.match(/[0-9A-Z]{11,}/g) ?? [];
  return [...new Set(words.filter((word) => (word.length === 11 || word.length === 14) && isTaxId(word)))];
};

const namingOf = (memo: readonly string[], names: readonly string[][]): Naming | null => {
  let best: Naming | null = null;
  for (const words of names) {
    const found = words.filter((word) => memo.some((one) => isSame(one, word)));
    const whole = found.length === words.length;
    // A single short word is no name: "luz" stands in "cruz luz e cia".
    const enough = found.length >= 2 || (whole && (found[0]?.length ?? 0) >= 5);
    if (!enough) continue;
    // Banks cut names at their end: the beginning says as much as the whole.
    const begins = found.length >= 2 && found[0] === words[0];
    const points = whole || begins ? NAME_POINTS : PART_OF_NAME_POINTS;
    if (points > (best?.points ?? 0)) best = { points, reason: 'nome no histórico' };
  }
  return best;
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
      const named = { partner, names: tellingNames(partner) };
      for (const start of new Set(named.names.flat().map((word) => word.slice(0, 3)))) {
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
