/** Words that are names now and then, and mean nothing more where none was found: "saldo do caixa", "são quanto". */
const IDLE_PHRASES = new Set([
  'sao',
  'caixa',
  'obra',
  'caixa obra',
  'disponivel',
  'dinheiro',
  'empresa',
  'construtora',
  'geral',
]);

export const isIdlePhrase = (key: string): boolean => IDLE_PHRASES.has(key);
