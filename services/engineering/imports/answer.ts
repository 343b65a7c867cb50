import type { CostDatabaseImport } from '#schema/engineering/imports/costDatabaseImport.ts';
import type { ImportAnswer } from '#schema/engineering/imports/imports.rest.ts';
import { conflict, ruleBroken, type FieldError } from '../../platform/errors.ts';
import type { ImportChoice } from './kind.ts';

const NOT_ASKED = 'Isto não foi perguntado agora.';

const notAsked = (body: ImportAnswer, paths: readonly (keyof ImportAnswer)[]): FieldError[] =>
  paths.flatMap((path) => (body[path] === undefined ? [] : [{ path, message: NOT_ASKED }]));

const refuse = (problems: readonly FieldError[]): void => {
  const [first] = problems;
  if (first) throw ruleBroken(problems.length === 1 ? first.message : 'Confira os campos indicados.', problems);
};

const readStates = (body: ImportAnswer, found: CostDatabaseImport): ImportChoice => {
  const problems = notAsked(body, ['withoutRejected']);
  if (!body.states) problems.push({ path: 'states', message: 'Escolha ao menos um estado.' });
  if (!body.regimes) problems.push({ path: 'regimes', message: 'Escolha ao menos um regime.' });
  body.states?.forEach((state, index) => {
    if (!found.states.includes(state)) {
      problems.push({ path: `states.${index}`, message: `A planilha não tem o estado ${state}.` });
    }
  });
  refuse(problems);
  const [states = [], regimes = []] = [body.states, body.regimes];
  // In the order of the file, whatever the order of the answer.
  return {
    states: found.states.filter((state) => states.includes(state)),
    regimes: found.regimes.filter((regime) => regimes.includes(regime)),
  };
};

const readGoAhead = (body: ImportAnswer, { chosenStates, chosenRegimes }: CostDatabaseImport): ImportChoice => {
  const problems = notAsked(body, ['states', 'regimes']);
  if (body.withoutRejected !== true) {
    problems.push({
      path: 'withoutRejected',
      message: 'Para gravar sem as linhas recusadas, confirme; senão, cancele e envie um novo arquivo.',
    });
  }
  refuse(problems);
  return { states: chosenStates, regimes: chosenRegimes, withoutRejected: true };
};

/** Reads the answer to what the import asks. @throws ServiceError 409 when it asks nothing, 422 at the fields */
export const readAnswer = (body: ImportAnswer, found: CostDatabaseImport | null): ImportChoice => {
  if (!found?.question) throw conflict('Esta importação não espera por uma resposta.');
  return found.question === 'STATES' ? readStates(body, found) : readGoAhead(body, found);
};
