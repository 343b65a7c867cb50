export interface Tutorial {
  title: string;
  /** Screen of the tutorial; shown to users who may enter the screen. */
  path: string;
  steps: readonly string[];
}

const transactions = '/home/forms/transactions';

/** Short help texts for the existing screens; add one with each new screen. */
export const tutorials: readonly Tutorial[] = [
  {
    title: 'Começar o dia',
    path: '/home/welcome',
    steps: [
      'Meu dia mostra o que está vencido, o que vence hoje e o que vence até domingo, na empresa e na obra escolhidas.',
      'J e K andam pelas linhas, Enter abre, P paga: a carteira e a forma previstas e a data de hoje já vêm preenchidas.',
      'O número e a soma de cada parte são os da lista que ela abre.',
      'Formulários que você deixou pela metade ficam em Rascunhos, neste navegador.',
    ],
  },
  {
    title: 'Lançar uma despesa',
    path: `${transactions}/outcome`,
    steps: [
      'Em Despesas, tecle N ou use “Nova despesa”.',
      'Digite o valor como quiser: 1234,5 ou 100+50. Datas aceitam 15/3 e hoje.',
      'Escolha o número de parcelas: os vencimentos seguem mês a mês, no mesmo dia, e a última parcela leva os centavos que sobram.',
      'Rateie entre obras e etapas; Enter na última linha inclui outra. A soma precisa fechar com o valor; a barra mostra quanto falta.',
      'Alt+1, Alt+2, Alt+3… levam às partes do formulário, e F8 ao próximo campo que precisa de correção.',
      'Anexe a nota ou o boleto: solte o arquivo no formulário ou, no celular, tire uma foto. Salve com Ctrl+S; com Ctrl+Enter, salve e comece a próxima: categoria, forma e carteira vêm do último lançamento do fornecedor.',
    ],
  },
  {
    title: 'Pagar, pagar uma parte e desfazer',
    path: `${transactions}/outcome`,
    steps: [
      'Abra a despesa e use “Registrar pagamento” na parcela: carteira, data e forma de pagamento; juros e desconto se houver.',
      'Um valor menor paga uma parte e deixa o resto como parcela em aberto.',
      'Pagou errado? “Desfazer pagamento” deixa a parcela de novo em aberto, e o saldo da carteira volta.',
    ],
  },
  {
    title: 'Carteiras, extrato e transferências',
    path: `${transactions}/bank`,
    steps: [
      'O saldo de uma carteira parte do saldo inicial na data do saldo e soma tudo o que foi pago, recebido e transferido desde então.',
      'Movimentos anteriores à data do saldo não contam, e a tela avisa quando existem.',
      'Uma transferência move dinheiro entre carteiras: nunca é receita nem despesa.',
    ],
  },
  {
    title: 'Ler o fluxo de caixa',
    path: `${transactions}/cashflow`,
    steps: [
      'Cheio é o que já aconteceu; hachurado é o que está por vir. A linha é o saldo, tracejada onde é esperado.',
      'O que está vencido conta no dia de hoje, marcado como vencido.',
      'Clique em qualquer valor para ver as parcelas que o formam, e dali abra o documento.',
      'Agrupe por dia, semana ou mês e filtre por carteira ou obra; o endereço guarda o que você vê.',
    ],
  },
  {
    title: 'Simular antes que o dinheiro falte',
    path: `${transactions}/cashflow`,
    steps: [
      'Use “Simular” no aviso do fluxo de caixa.',
      'Atrase os recebimentos em dias, inteiros ou só uma parte de cada um.',
      'Mova contas para outra data e compare o primeiro dia negativo antes e depois.',
      'Nada é gravado: fechar a simulação volta tudo ao que era.',
    ],
  },
  {
    title: 'Cadastrar fornecedores e clientes',
    path: '/home/forms/supplier',
    steps: [
      'Em Fornecedores ou Clientes, tecle N. CPF e CNPJ, também o alfanumérico, são conferidos enquanto você digita.',
      'O CEP preenche o endereço; se ele não responder em 5 segundos, “Preencher à mão” segue sem ele.',
      'Digite o começo da cidade, com ou sem acentos.',
      'Clique em “A pagar” ou “A receber” para ver primeiro com quem há mais em aberto.',
      'Quem já tem lançamentos não é excluído: desative, e ele some das novas escolhas.',
    ],
  },
  {
    title: 'Organizar as categorias',
    path: `${transactions}/category`,
    steps: [
      'Cada categoria é de receita ou de despesa e entra em uma linha do demonstrativo de resultado.',
      'Mova uma categoria de linha pelo menu da própria linha; dá para desfazer.',
      'O que não tem linha aparece em “Não classificado”.',
    ],
  },
  {
    title: 'Convidar pessoas e dar permissões',
    path: '/home/forms/settings/user',
    steps: [
      'Em Usuários, tecle N: o convite segue por e-mail, com um link para criar a senha.',
      'Marque o que a pessoa faz em cada obra. “Tudo” marca a linha inteira; a linha da empresa marca a coluna em todas as obras dela.',
      'Uma permissão retirada vale na hora, mesmo para quem está com a tela aberta.',
      'Quem sai da empresa é desativado: o histórico continua com o nome.',
    ],
  },
  {
    title: 'Atalhos do teclado',
    path: '/home/tutorials',
    steps: [
      'Ctrl+K busca telas e ações; N começa algo novo; / vai para a busca da lista.',
      'J e K passam de um item aberto ao próximo; Esc fecha; Ctrl+S salva.',
      'G e uma letra trocam de tela. A tecla ? mostra todos.',
    ],
  },
];
