import { intent } from '../intent.ts';

const ARTICLE = '(?: (?:a|o|as|os|essa|esse|esta|este|tudo|todas as|todos os))?';

/** The assistant never pays: it leads to what would be paid. */
export const pay = intent({
  name: 'pay',
  cues: [
    `(?:pag(?:a|ar|ue)|quit(?:a|ar|e)|dar baixa em|dar baixa|baixar)${ARTICLE}(?: (?:contas?|boletos?|despesas?|parcelas?|que))?`,
  ],
  given: { side: 'DEBIT', status: 'OPEN' },
  names: ['partner', 'building', 'category'],
  towards: 'future',
  takes: ['side', 'status', 'periods', 'document'],
  idle: 'vence vencem vencendo',
  examples: ['pagar a conta da eletro luz', 'pague tudo que vence hoje', 'paga o boleto de amanhã'],
});

/** It never deletes either. */
export const remove = intent({
  name: 'remove',
  cues: [
    `(?:apag(?:a|ar|ue)|exclu(?:i|ir|a)|delet(?:a|ar|e)|remov(?:e|er|a)|cancel(?:a|ar|e)|estorn(?:a|ar|e))${ARTICLE}(?: (?:contas?|boletos?|despesas?|parcelas?|lancamentos?|pagamentos?))?`,
  ],
  given: { side: 'DEBIT' },
  names: ['partner', 'building', 'category'],
  towards: 'future',
  takes: ['side', 'status', 'periods', 'document'],
  examples: ['apaga a despesa da hidráulica', 'excluir a nota 5607', 'estorna o pagamento da eletro luz'],
});
