/** Texts for failures without their own reason. */
export const failures = {
  desk: 'Falha para buscar as linhas do extrato',
  candidates: 'Falha para buscar o que está em aberto',
  accept: 'Falha para conciliar',
  undo: 'Falha para desfazer a conciliação',
  ignore: 'Falha para ignorar',
  restore: 'Falha para reabrir',
  close: 'Falha para mudar o dia conciliado',
  limit: 'Falha para salvar o limite de diferenças',
};
