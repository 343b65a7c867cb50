/** What the two buttons of a conflict do, in one sentence: the merge of rebased.ts and document/conflict.ts, or none. */
export const CONFLICT_CHOICE =
  'Nada se perdeu: “Manter o que digitei” junta os campos que você mudou à versão gravada, para salvar de novo, e “Usar a versão gravada” deixa só o que está gravado.';
