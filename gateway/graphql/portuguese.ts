/** What graphql-js and Apollo say in English, by pattern, as a sentence in Portuguese; `$1` is what they quote. */
const SENTENCES: readonly [RegExp, string][] = [
  [/^Syntax Error: Expected (.+), found (.+)\.$/s, 'esperava $1 e encontrou $2.'],
  [/^Syntax Error: Unexpected (.+)\.$/s, 'não esperava $1.'],
  [/^Syntax Error: Unterminated string/, 'um texto não tem fim.'],
  [/^Syntax Error: (?:Cannot parse the u|U)nexpected character (.+)\.$/s, 'não esperava o caractere $1.'],
  [
    /^Syntax Error: Invalid (?:character(?: escape sequence| within String)?|Unicode escape sequence):? (.+)\.$/s,
    'o caractere $1 não serve.',
  ],
  [/^Syntax Error: Document contains more that (\d+) tokens/, 'a consulta tem mais de $1 símbolos.'],
  [/^Cannot query field "(.+?)" on type "(.+?)"/, 'o tipo "$2" não tem o campo "$1".'],
  [/^Unknown argument "(.+?)" on (?:field|directive) "(.+?)"/, '"$2" não tem o argumento "$1".'],
  [/^Unknown type "(.+?)"/, 'não há o tipo "$1".'],
  [/^Unknown fragment "(.+?)"/, 'não há o fragmento "$1".'],
  [/^Unknown directive "(.+?)"/, 'não há a diretiva "$1".'],
  [/^Unknown operation named "(.+?)"/s, 'não há a operação "$1".'],
  [/^Field "(.+?)" of type "(.+?)" must have a selection/, 'diga quais campos de "$1" ("$2") pede.'],
  [/^Field "(.+?)" must not have a selection/, '"$1" não tem campos.'],
  [/^(?:Field|Directive) "(.+?)" argument "(.+?)" of type/, 'o argumento "$2" de "$1" é obrigatório.'],
  [/^Argument "(.+?)" of (?:required|non-null) type/, 'o argumento "$1" é obrigatório.'],
  [/^Field "(.+?)" of required type/, 'o campo "$1" é obrigatório.'],
  [/^Variable "(.+?)" of (?:required|non-null) type "(.+?)"/, 'a variável "$1" ("$2") é obrigatória.'],
  [/^Variable "(.+?)" is not defined/, 'a variável "$1" não foi declarada.'],
  [/^Variable "(.+?)" is never used/, 'a variável "$1" não é usada.'],
  [
    /^Variable "(.+?)" of type "(.+?)" used in position expecting type "(.+?)"/,
    'a variável "$1" é "$2" onde se espera "$3".',
  ],
  [/^Variable "(.+?)" got invalid value .*? at "(.+?)"; /s, 'o valor de "$2" na variável "$1" não serve.'],
  [/^Variable "(.+?)" got invalid value /s, 'o valor da variável "$1" não serve.'],
  [/^Fragment "(.+?)" is never used/, 'o fragmento "$1" não é usado.'],
  [/^Cannot spread fragment "(.+?)" within itself/, 'o fragmento "$1" contém a si mesmo.'],
  [/^Fields "(.+?)" conflict/, 'o campo "$1" é pedido de duas formas diferentes.'],
  [/^There can be only one \w+(?: field)? named "(.+?)"/, 'há mais de um "$1".'],
  [/^Must provide operation name/, 'diga em operationName qual das operações executar.'],
  [/^This operation has been blocked as a potential Cross-Site/, 'envie o cabeçalho content-type: application/json.'],
  [/non-empty `query`/, 'falta a consulta em "query".'],
  [/batching is disabled|Operation batching/i, 'envie uma operação por requisição.'],
  [/GET requests only support query operations|only support query/i, 'por GET passam apenas consultas.'],
  [/persisted quer|PersistedQuery/i, 'consultas guardadas (persisted queries) não são aceitas.'],
  [/^Too many validation errors/, 'há mais problemas do que os que foram ditos.'],
  // What our own scalars say.
  [/^Informe .+$/s, '$&'],
];

/**
 * The sentence for what graphql-js or Apollo found wrong, or null where there is none: then the position in the document
 * (`locations`) has to do.
 */
export const inPortuguese = (message: string): string | null => {
  for (const [pattern, sentence] of SENTENCES) {
    const found = pattern.exec(message);
    if (found)
      return sentence.replace(/\$([\d&])/g, (_, group: string) => found[group === '&' ? 0 : Number(group)] ?? '');
  }
  return null;
};
