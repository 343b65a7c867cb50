import { intent } from '../intent.ts';

/** What people ask how to do, and the words by which it is known. */
export const TOPICS: Readonly<Record<string, string>> = {
  'reverse-payment': '(?:estorn\\w+|desfaz\\w* (?:um |o )?pagamento)',
  'import-statement': '(?:import\\w+|subir|enviar) .*?(?:extrato|ofx)\\w*',
  'import-sheet': '(?:import\\w+|subir|trazer) .*?(?:planilha|excel|contas|despesas|fornecedores|clientes|insumos)\\w*',
  apportionment: '(?:rateio|ratear|ratei\\w+|dividir .*obras)',
  invite: '(?:convid\\w+|cri\\w+ (?:um )?(?:novo )?usuario|d(?:ar|ou|amos) acesso|adicion\\w+ (?:um )?usuario)',
  permissions: '(?:permiss\\w+|o que cada .*ve)',
  'month-closing': '(?:fech\\w+ (?:o mes|mes|<period>)|reabr\\w+ (?:o )?mes)',
  retention: '(?:retencao|retencoes|reter|inss|iss|irrf|csrf|imposto retido)',
  password: '(?:troc\\w+|mud\\w+|alter\\w+|esqueci) .*senha',
  'second-factor': '(?:duas etapas|segundo fator|dois fatores|chave de acesso|passkey)',
  pay: '(?:pag\\w+|quit\\w+|dar baixa|baix\\w+) ?.*(?:conta|despesa|parcela|boleto|lote)?',
  installments: '(?:parcel\\w+)',
  transfer: '(?:transfer\\w+)',
  nfe: '(?:nota fiscal|nota|xml|danfe)',
  boleto: '(?:boleto|pix|linha digitavel|codigo de barras)',
  reconcile: '(?:concili\\w+)',
  model: '(?:modelo|recorrente|todo mes|repetir)\\w*',
  order: '(?:pedido|compr\\w+)',
  receive: '(?:receb\\w+ (?:o )?(?:pedido|material|mercadoria))',
  quote: '(?:cotacao|cotar|cotacoes)',
  estimate: '(?:orcamento|orcar)',
  measurement: '(?:medic\\w+|medir|boletim)',
  schedule: '(?:cronograma|planejamento)',
  sinapi: '(?:sinapi|tabela de precos)',
  export: '(?:export\\w+|baixar .*(?:planilha|excel|pdf)|imprim\\w+)',
  expense: '(?:lanc\\w+|registr\\w+|cadastr\\w+) ?.*(?:despesa|conta)',
  income: '(?:lanc\\w+|registr\\w+|cadastr\\w+) ?.*(?:receita|recebimento)',
  delete: '(?:apag\\w+|exclu\\w+|delet\\w+)',
  account: '(?:excluir (?:a )?minha conta|meus dados)',
};

const HOW =
  '(?:como(?: e que)?(?: eu)?(?: (?:faco|fazer|se faz|posso|consigo|funciona|fazemos)(?: (?:para|o|a|um|uma))?)?|' +
  'onde (?:eu )?(?:fica|faco|encontro|vejo|esta)|e possivel|da para|tem como|me ensina a?|quero aprender a)';

/** How to do something: the steps, and the screen. */
export const help = intent({
  name: 'help',
  cues: Object.entries(TOPICS).map(
    ([key, words]) => `${HOW} (?:\\S+ ){0,4}?(?<h_${key.replaceAll('-', '_')}>${words})(?: .*)?`,
  ),
  topic: ({ groups }) =>
    Object.entries(groups ?? {})
      .find(([, text]) => text !== undefined)?.[0]
      .slice('h_'.length)
      .replaceAll('_', '-') ?? '',
  names: [],
  towards: 'future',
  takes: [],
  keepsText: true,
  examples: ['como faço para estornar', 'como importar extrato', 'como fecho o mês'],
});

export const capabilities = intent({
  name: 'capabilities',
  cues: [
    '(?:o )?que (?:e que )?(?:voce )?(?:sabe|pode|consegue)(?: (?:fazer|responder))?',
    'ajuda',
    'socorro',
    'exemplos',
    'help',
  ],
  names: [],
  towards: 'future',
  takes: [],
  idle: 'fazer responder voce',
  examples: ['o que você sabe fazer', 'ajuda'],
});

export const greeting = intent({
  name: 'greeting',
  cues: ['(?:oi+|ola|bom dia|boa tarde|boa noite|e ai|opa|tudo bem)(?: tudo bem| bom dia| boa tarde| boa noite)?'],
  names: [],
  towards: 'future',
  takes: [],
  idle: 'assistente prumo',
  examples: ['oi', 'bom dia'],
});

export const thanks = intent({
  name: 'thanks',
  cues: ['(?:muito )?obrigad[oa](?: mesmo)?', 'valeu', 'beleza', 'perfeito', 'otimo', 'ok', 'certo', 'entendi'],
  names: [],
  towards: 'future',
  takes: [],
  examples: ['obrigado', 'valeu'],
});
