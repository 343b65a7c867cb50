import { PAYMENT_NAMES } from '#domain/transactions.ts';
import type { Answer, Asking } from '../asking.ts';
import { answer, say } from '../words.ts';
import { examplesFor } from '../examples.ts';

const choices = (texts: readonly string[]) => texts.map((text) => ({ label: text, text }));

const HELP: Readonly<Record<string, { steps: string; to: string; label: string }>> = {
  'reverse-payment': {
    steps:
      'Abra a despesa ou receita, vá até a parcela paga e escolha “Desfazer pagamento”. Em Despesas beta e Receitas beta, marque várias e escolha “Desfazer pagamentos”.',
    to: '/home/forms/transactions/outcome?status=PAID',
    label: 'Abrir Despesas quitadas',
  },
  'import-statement': {
    steps:
      'Em Extratos OFX, escolha “Importar” e solte os arquivos do banco (OFX ou CSV). Antes de gravar, você vê o que é novo e o que já está no Prumo.',
    to: '/home/forms/transactions/ofx-files/import',
    label: 'Importar extratos',
  },
  'import-sheet': {
    steps:
      'Nas listas de fornecedores, clientes, categorias, insumos e despesas há o botão “Importar”: solte a planilha, confira as colunas e grave só as linhas prontas.',
    to: '/home/forms/transactions/outcome/import',
    label: 'Importar contas a pagar',
  },
  apportionment: {
    steps:
      'No formulário da despesa, em Rateio, escolha a obra e a etapa de cada parte e o valor ou o percentual. A soma tem de fechar com o valor da despesa.',
    to: '/home/forms/transactions/outcome?id=new',
    label: 'Abrir nova despesa',
  },
  invite: {
    steps:
      'Em Usuários, escolha “Novo usuário”, informe nome e e-mail e marque as permissões por empresa e obra. A pessoa recebe um e-mail para criar a senha.',
    to: '/home/forms/settings/user',
    label: 'Abrir Usuários',
  },
  permissions: {
    steps:
      'Em Usuários, abra a pessoa e marque, por empresa e obra, o que ela vê: despesas, receitas, suprimentos e engenharia.',
    to: '/home/forms/settings/user',
    label: 'Abrir Usuários',
  },
  'month-closing': {
    steps:
      'Em Fechamento do mês, resolva as pendências da lista e escolha “Fechar”. Um mês fechado só muda com uma exceção ou se for reaberto.',
    to: '/home/forms/transactions/month-closing',
    label: 'Abrir Fechamento do mês',
  },
  retention: {
    steps:
      'Na despesa de serviço, abra Retenções: o Prumo propõe ISS, INSS, IRRF e CSRF pelas regras da conta, e cria a guia de cada um com seu vencimento.',
    to: '/home/forms/transactions/retentions',
    label: 'Abrir Retenções',
  },
  password: {
    steps:
      'Em Minha conta, escolha “Trocar senha”. Se você a esqueceu, saia e use “Esqueci minha senha” na tela de acesso.',
    to: '/home/account',
    label: 'Abrir Minha conta',
  },
  'second-factor': {
    steps: 'Em Minha conta, ligue a verificação em duas etapas ou cadastre uma chave de acesso.',
    to: '/home/account',
    label: 'Abrir Minha conta',
  },
  pay: {
    steps: `Abra a despesa e escolha “${PAYMENT_NAMES.DEBIT}” na parcela. Para várias de uma vez, marque-as em Despesas beta e escolha o mesmo. Eu nunca pago por você.`,
    to: '/home/forms/transactions/debit-installments',
    label: 'Abrir Despesas beta',
  },
  installments: {
    steps:
      'No formulário, em Parcelas, informe o número: o valor é dividido por igual, com vencimentos mensais que você pode mudar.',
    to: '/home/forms/transactions/outcome?id=new',
    label: 'Abrir nova despesa',
  },
  transfer: {
    steps: 'Em Carteiras, escolha “Nova transferência”: valor, dia, de onde e para onde.',
    to: '/home/forms/transactions/bank?transfer=new',
    label: 'Nova transferência',
  },
  nfe: {
    steps:
      'Em Despesas, solte o XML ou o PDF da nota: ela preenche fornecedor, itens, parcelas e retenções, e você confere antes de salvar.',
    to: '/home/forms/transactions/outcome',
    label: 'Abrir Despesas',
  },
  boleto: {
    steps:
      'Cole a linha digitável ou o Pix copia e cola em qualquer lugar de Despesas: o Prumo acha a parcela ou começa a despesa.',
    to: '/home/forms/transactions/outcome',
    label: 'Abrir Despesas',
  },
  reconcile: {
    steps:
      'Em Extratos OFX, escolha a carteira: à esquerda o banco, à direita o Prumo. Enter aceita a sugestão, I ignora, C cria o lançamento.',
    to: '/home/forms/transactions/ofx-files',
    label: 'Abrir Extratos OFX',
  },
  model: {
    steps: 'Em Modelos, crie o lançamento que se repete. Todo mês você confere a prévia e lança todos de uma vez.',
    to: '/home/forms/transactions/transaction-models',
    label: 'Abrir Modelos',
  },
  order: {
    steps: 'Em Pedidos e notas, escolha “Novo pedido”: fornecedor, obra, itens e condição de pagamento.',
    to: '/home/forms/purchase/orders-and-receipts?id=new',
    label: 'Novo pedido',
  },
  receive: {
    steps: 'Abra o pedido e escolha “Receber”, ou solte o XML da nota: o Prumo confere pedido, nota e recebimento.',
    to: '/home/forms/purchase/orders-and-receipts',
    label: 'Abrir Pedidos e notas',
  },
  quote: {
    steps:
      'Em Cotações, escolha “Nova cotação”, os itens e os fornecedores. Eles respondem por um link, e o mapa compara os preços.',
    to: '/home/forms/purchase/quotes?id=new',
    label: 'Nova cotação',
  },
  estimate: {
    steps: 'Em Orçamentos, escolha “Novo orçamento”, a obra e o cliente, e monte etapas e serviços na planilha.',
    to: '/home/forms/engineering/cost-estimate?id=new',
    label: 'Novo orçamento',
  },
  measurement: {
    steps: 'Em Medições, escolha “Nova medição” e digite o avanço de cada serviço, no computador ou no celular.',
    to: '/home/forms/engineering/measurements?id=new',
    label: 'Nova medição',
  },
  schedule: {
    steps: 'Em Cronograma, escolha o orçamento e ponha datas e dependências nas etapas.',
    to: '/home/forms/engineering/schedule',
    label: 'Abrir Cronograma',
  },
  sinapi: {
    steps: 'Em Tabelas de insumos, escolha “Importar” e solte a planilha do SINAPI do mês.',
    to: '/home/forms/product-table/import',
    label: 'Importar tabela',
  },
  export: {
    steps: 'Toda lista tem “Exportar” (planilha ou CSV) e pode ser impressa. Demonstrativo e orçamentos têm PDF.',
    to: '/home/forms/transactions/outcome',
    label: 'Abrir Despesas',
  },
  expense: {
    steps: 'Escolha “Novo” no alto da tela, ou me diga, por exemplo: “lançar despesa de 1.200 para o depósito dia 10”.',
    to: '/home/forms/transactions/outcome?id=new',
    label: 'Nova despesa',
  },
  income: {
    steps: 'Escolha “Novo” no alto da tela, ou me diga, por exemplo: “lançar receita de 8.000 para 05/12”.',
    to: '/home/forms/transactions/income?id=new',
    label: 'Nova receita',
  },
  delete: {
    steps:
      'Abra o que quer excluir e escolha “Excluir”. O que tem parcela paga ou está em uso não sai: o Prumo diz o que prende.',
    to: '/home/forms/transactions/outcome',
    label: 'Abrir Despesas',
  },
  account: {
    steps: 'Em Minha conta você baixa seus dados e pede a exclusão da conta.',
    to: '/home/account',
    label: 'Abrir Minha conta',
  },
};

/** What can be done on a screen: first what is about all of it, then what begins with one of its forms or filters. */
export const stepsOn = (path: string): string[] => {
  const here = Object.values(HELP).filter(({ to }) => to.split('?', 1)[0] === path);
  const whole = here.filter(({ to }) => to === path);
  return [...whole, ...here.filter((one) => !whole.includes(one))].map(({ steps }) => steps);
};

export const help: Answer = async ({ topic = '' }, asking) => {
  const found = HELP[topic];
  if (!found) return capabilitiesOf(asking);
  return answer('help', say`${found.steps}`, { links: [{ label: found.label, to: found.to }] });
};

export const capabilitiesOf = (asking: Asking) =>
  answer(
    'capabilities',
    say`Eu respondo sobre o que você vê no Prumo: valores, listas, comparações e por quês. Também abro telas e começo lançamentos, mas quem salva e paga é você. Experimente:`,
    {
      choices: choices(examplesFor(asking, 5)),
    },
  );

export const capabilities: Answer = async (_, asking) => capabilitiesOf(asking);

export const greeting: Answer = async (_, asking) => {
  const [name = ''] = asking.session.user.name.split(' ');
  return answer('greeting', say`Olá, ${name}! O que você quer saber?`, { choices: choices(examplesFor(asking, 3)) });
};

export const thanks: Answer = async () => answer('thanks', say`Por nada.`);
