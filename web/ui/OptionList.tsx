import { Option as FluentOption } from '@fluentui/react-components';
import type { Option } from './useOptions.ts';
import styles from './Combobox.module.css';

interface OptionListProps {
  options: readonly Option[];
  hidden: number;
  loading: boolean;
  create?: string;
  /** Verb before the typed text: "Cadastrar". */
  createVerb?: string;
}

const note = (text: string) => (
  <FluentOption key="note" value="note" text={text} disabled checkIcon={null}>
    <span role="status">{text}</span>
  </FluentOption>
);

/**
 * Returns the rows of a combobox's list, with the texts of §9. Called as a function, because Fluent's listbox looks for
 * options among its direct children.
 */
export const OptionList = ({ options, hidden, loading, create, createVerb = 'Criar' }: OptionListProps) => [
  ...options.map((option) => (
    <FluentOption key={option.id} value={option.id} text={option.label} disabled={option.disabled}>
      <span className={styles.option}>
        <span>{option.label}</span>
        {option.hint !== undefined && <span className={styles.hint}>{option.hint}</span>}
      </span>
    </FluentOption>
  )),
  ...(create === undefined
    ? []
    : [
        <FluentOption key="create" value={`create:${create}`} text={create} checkIcon={null}>
          <span className={styles.create}>
            {createVerb} “{create}”
          </span>
        </FluentOption>,
      ]),
  ...(loading && options.length === 0 ? [note('Carregando…')] : []),
  ...(!loading && options.length === 0 && create === undefined ? [note('Sem opções')] : []),
  ...(hidden > 0 ? [note(`Mais ${hidden}: continue digitando`)] : []),
];
