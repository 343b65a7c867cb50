import { ToolbarMenu, UnStyledButton, useGraphiQL, useGraphiQLActions } from '@graphiql/react';
import { EXAMPLES, type Example } from './examples.ts';

/** Ids that the examples ask for: those of the session's own place. */
export type Place = Readonly<Record<string, string | null>>;

const variablesOf = ({ variables }: Example, place: Place): string =>
  variables.length === 0
    ? ''
    : JSON.stringify(Object.fromEntries(variables.map((name) => [name, place[name] ?? '1'])), null, 2);

/** "Exemplos": opens a saved query in a tab of its own, with the ids of one's own company and obra. */
export const ExamplesMenu = ({ place }: { place: Place }) => {
  const { addTab } = useGraphiQLActions();
  const queryEditor = useGraphiQL((state) => state.queryEditor);
  const variableEditor = useGraphiQL((state) => state.variableEditor);
  const open = (example: Example) => {
    addTab();
    queryEditor?.setValue(example.query);
    variableEditor?.setValue(variablesOf(example, place));
  };
  return (
    <ToolbarMenu button={<UnStyledButton className="graphiql-toolbar-button examples-button">Exemplos</UnStyledButton>}>
      {EXAMPLES.map((example) => (
        <ToolbarMenu.Item key={example.name} onSelect={() => open(example)}>
          {example.name}
        </ToolbarMenu.Item>
      ))}
    </ToolbarMenu>
  );
};
