import { intent } from '../intent.ts';

const MAKE =
  '(?:lanc(?:a|ar|e)|registr(?:a|ar|e)|cri(?:a|ar|e)|faz(?:er)?|cadastr(?:a|ar|e)|inclu(?:ir|i|a)|adicion(?:a|ar|e)|nov[oa]|inserir|insere)';
const NEW = '(?: (?:uma?|o|a|nov[oa]))*';

/** "Faz a conta do telhado" asks for a calculation, and not for a bill. */
const NO_SUM = '(?!faz(?:er)? a conta(?! a (?:pagar|receber)))';

/** Begins an expense or an income with what was said of it. */
export const startDocument = intent({
  name: 'startDocument',
  cues: [
    `${NO_SUM}${MAKE}${NEW} (?:despesa|conta a pagar|conta|gasto|boleto|lancamento)`,
    `${MAKE}${NEW} (?:receita|conta a receber|recebimento)`,
    `lanc(?:a|ar|e)(?= <)`,
    'despesa(?= (?:de )?<amount>)',
    'receita(?= (?:de )?<amount>)',
  ],
  given: ([cue = '']) => ({ side: /receita|receber|recebimento/.test(cue) ? 'CREDIT' : 'DEBIT' }),
  names: ['partner', 'building', 'category'],
  towards: 'future',
  takes: ['side', 'periods', 'amount', 'times', 'document'],
  idle: 'vencendo vencimento vence valor reais vezes parcelas pagar',
  examples: [
    'lançar despesa de 1.200 para o depósito são jorge dia 10',
    'registrar receita de 15 mil da clínica',
    'lança 350 reais de caçamba na clínica',
  ],
});

export const startTransfer = intent({
  name: 'startTransfer',
  cues: ['transfer(?:e|ir|a)', `${MAKE}${NEW} transferencia`, 'transferencia(?= (?:de )?<)', 'passar?(?= <amount>)'],
  names: ['wallet'],
  towards: 'past',
  takes: ['amount', 'periods'],
  examples: ['transferir 5.000 do itaú para o caixa', 'nova transferência'],
});

export const startPurchase = intent({
  name: 'startPurchase',
  cues: [`${MAKE}${NEW} (?<order>pedido)(?: de compra)?`, `${MAKE}${NEW} (?<quote>cotacao)`, '(?<request>cotar)'],
  topic: ({ groups }) => (groups?.order === undefined ? 'QUOTE' : 'ORDER'),
  names: ['partner', 'building', 'product'],
  towards: 'future',
  takes: [],
  examples: ['novo pedido para a porto revestimentos na clínica', 'fazer cotação de cimento'],
});

/** Registers begin with the name that was said. */
export const startRegister = intent({
  name: 'startRegister',
  cues: [
    `${MAKE}${NEW} (?<supplier>fornecedora?)`,
    `${MAKE}${NEW} (?<customer>cliente)`,
    `${MAKE}${NEW} (?<building>obra)`,
    `(?:${MAKE}|convid(?:a|ar|e))${NEW} (?<user>usuari[oa])`,
    '(?<invite>convid(?:a|ar|e) (?:alguem|uma pessoa))',
  ],
  topic: ({ groups }) => {
    const [key = ''] = Object.entries(groups ?? {}).find(([, text]) => text !== undefined) ?? [];
    return key === 'invite' ? 'USER' : key.toUpperCase();
  },
  names: [],
  towards: 'future',
  takes: [],
  keepsText: true,
  examples: ['cadastrar fornecedor Areial do Vale', 'nova obra Edifício Jatobá', 'convidar usuário'],
});

export const startEstimate = intent({
  name: 'startEstimate',
  cues: [`${MAKE}${NEW} orcamento`],
  names: ['building'],
  towards: 'future',
  takes: [],
  examples: ['novo orçamento para a vila', 'criar orçamento'],
});
