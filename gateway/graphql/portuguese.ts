/** English messages of graphql-js and Apollo, by pattern, with their Portuguese sentence; `$1` is a quoted part. */
const SENTENCES: readonly [RegExp, string][] = [
  [/^Syntax Error: Expected (.+), found (.+)\.$/s, 'esperava $1 e encontrou $2.'],
  [/^Syntax Error: Unexpected description, .+$/s, 'uma descrição não pode ficar aqui.'],
  [
    /^Syntax Error: Unexpected variable "([^"]*)" in constant value/,
    'a variável "$1" não pode ficar num valor constante.',
  ],
  [/^Syntax Error: Unexpected single quote character/, "use aspas duplas em vez de aspas simples (')."],
  [/^Syntax Error: Invalid number, (?:unexpected|expected) digit .+: (.+)\.$/s, 'o número não serve: $1.'],
  [/^Syntax Error: Unexpected character: (.+)\.$/s, 'não esperava o caractere $1.'],
  [/^Syntax Error: Unexpected (.+)\.$/s, 'não esperava $1.'],
  [/^Syntax Error: Unterminated string/, 'um texto não tem fim.'],
  [
    /^Syntax Error: Invalid (?:character(?: escape sequence| within String)?|Unicode escape sequence):? (.+)\.$/s,
    'o caractere $1 não serve.',
  ],
  [/^Syntax Error: Document contains more that (\d+) tokens/, 'a consulta tem mais de $1 símbolos.'],
  [/^Cannot query field "([^"]*)" on type "([^"]*)"/, 'o tipo "$2" não tem o campo "$1".'],
  [/^Unknown argument "([^"]*)" on (?:field|directive) "([^"]*)"/, '"$2" não tem o argumento "$1".'],
  [/^Unknown type "([^"]*)"/, 'não há o tipo "$1".'],
  [/^Unknown fragment "([^"]*)"/, 'não há o fragmento "$1".'],
  [/^Directive "([^"]*)" may not be used on/, 'a diretiva "$1" não pode ficar aqui.'],
  [/^The directive "([^"]*)" can only be used once/, 'a diretiva "$1" está repetida.'],
  [/^Unknown directive "([^"]*)"/, 'não há a diretiva "$1".'],
  [/^Unknown operation named "([^"]*)"/s, 'não há a operação "$1".'],
  [/^Field "([^"]*)" of type "([^"]*)" must have a selection/, 'diga quais campos de "$1" ("$2") pede.'],
  [/^Field "([^"]*)" must not have a selection/, '"$1" não tem campos.'],
  [/^(?:Field|Directive) "([^"]*)" argument "([^"]*)" of type/, 'o argumento "$2" de "$1" é obrigatório.'],
  [/^Argument "([^"]*)" of (?:required|non-null) type/, 'o argumento "$1" é obrigatório.'],
  [/^Argument "([^"]*)" has invalid value/, 'o valor do argumento "$1" não serve.'],
  [/^Field "([^"]*)" of type "([^"]*)" must have at least one/, 'diga quais campos de "$1" ("$2") pede.'],
  [/^Field "([^"]*)" of required type/, 'o campo "$1" é obrigatório.'],
  [/^Field "([^"]*)" is not defined by type "([^"]*)"/, '"$2" não tem o campo "$1".'],
  [/^Value "([^"]*)" does not exist in "([^"]*)" enum/s, '"$1" não é um valor de "$2".'],
  [/^Enum "([^"]*)" cannot represent/, 'informe um valor de "$1", sem aspas.'],
  [/^Expected value of type "([^"]*)", found .+; (Informe .+)$/s, '$2'],
  [/^Expected value of type "([^"]*)", found/, 'o valor não serve para o tipo "$1".'],
  [/^(Int|Float|String|Boolean|ID) cannot represent/, 'o valor não serve para o tipo "$1".'],
  [/^Variable "([^"]*)" of (?:required|non-null) type "([^"]*)"/, 'a variável "$1" ("$2") é obrigatória.'],
  [/^Variable "([^"]*)" is not defined/, 'a variável "$1" não foi declarada.'],
  [/^Variable "([^"]*)" is never used/, 'a variável "$1" não é usada.'],
  [
    /^Variable "([^"]*)" of type "([^"]*)" used in position expecting type "([^"]*)"/,
    'a variável "$1" é "$2" onde se espera "$3".',
  ],
  [/^Variable "([^"]*)" got invalid value .*? at "([^"]*)"; /s, 'o valor de "$2" na variável "$1" não serve.'],
  [/^Variable "([^"]*)" got invalid value /s, 'o valor da variável "$1" não serve.'],
  [/^Variable "([^"]*)" cannot be non-input type "([^"]*)"/, 'a variável "$1" não pode ser do tipo "$2".'],
  [/^Variable "([^"]*)" expected value of type "([^"]*)"/, 'a variável "$1" não pode ser do tipo "$2".'],
  [/^Too many errors processing variables/, 'há mais problemas nas variáveis do que os que foram ditos.'],
  [/^This anonymous operation must be the only/, 'uma operação sem nome deve vir sozinha.'],
  [/^Maximum introspection depth exceeded/, 'a consulta do esquema é profunda demais.'],
  [
    /^Fragment (?:"([^"]*)" )?cannot condition on non composite type "([^"]*)"/,
    'não há fragmento de "$2", que não tem campos.',
  ],
  [
    /^Fragment (?:"[^"]*" )?cannot be spread here as objects of type "([^"]*)" can never be of type "([^"]*)"/,
    'um fragmento de "$2" não serve em "$1".',
  ],
  [
    /^(?:Subscription "[^"]*"|Anonymous Subscription) must/,
    'uma assinatura pede um só campo, que não seja do esquema.',
  ],
  [/^The .+ definition is not executable/, 'uma consulta não traz definições de tipos.'],
  [/^Must provide an operation/, 'falta a operação.'],
  [/^Fragment "([^"]*)" is never used/, 'o fragmento "$1" não é usado.'],
  [/^Cannot spread fragment "([^"]*)" within itself/, 'o fragmento "$1" contém a si mesmo.'],
  [/^Fields "([^"]*)" conflict/, 'o campo "$1" é pedido de duas formas diferentes.'],
  [/^There can be only one \w+(?: field)? named "([^"]*)"/, 'há mais de um "$1".'],
  [/^Must provide operation name/, 'diga em operationName qual das operações executar.'],
  [/^This operation has been blocked as a potential Cross-Site/, 'envie o cabeçalho content-type: application/json.'],
  [/non-empty `query`/, 'falta a consulta em "query".'],
  [/batching is disabled|Operation batching/i, 'envie uma operação por requisição.'],
  [/GET requests only support query operations|only support query/i, 'por GET passam apenas consultas.'],
  [/persisted quer|PersistedQuery/i, 'consultas guardadas (persisted queries) não são aceitas.'],
  [/^Too many validation errors/, 'há mais problemas do que os que foram ditos.'],
  // Messages of the gateway's scalars.
  [/^Informe .+$/s, '$&'],
];

/**
 * Returns the Portuguese sentence for a message of graphql-js or Apollo, or null when no pattern matches; the client
 * then gets only the position in the document (`locations`).
 */
export const inPortuguese = (message: string): string | null => {
  for (const [pattern, sentence] of SENTENCES) {
    const found = pattern.exec(message);
    if (found)
      return sentence.replace(/\$([\d&])/g, (_, group: string) => found[group === '&' ? 0 : Number(group)] ?? '');
  }
  return null;
};
