import type { TaskChoicesQuery } from '#web/generated/engineering.ts';
import type { FormHistory } from '#web/form/lines/useHistory.ts';
import { Card, Combobox, Field, Select, TextInput } from '#web/ui/index.ts';
import type { Option } from '#web/ui/useOptions.ts';
import { useMemo } from 'react';
import { ownDatabases } from '../CopyDialog.tsx';
import { setFields } from './edits.ts';
import styles from './editor.module.css';
import type { TaskForm, TaskFormState } from './model.ts';

interface TaskFieldsProps {
  state: TaskFormState;
  history: FormHistory<TaskForm>;
  choices: TaskChoicesQuery | undefined;
  /** A new composition chooses its cost database; a stored one keeps it. */
  isNew: boolean;
  readOnly: boolean;
}

export const unitOptions = (choices: TaskChoicesQuery | undefined): Option[] =>
  (choices?.units?.content ?? []).map(({ id, acronyms, description }) => ({
    ...{ id, label: acronyms, hint: description },
  }));

/** The header of a composition. */
export const TaskFields = ({ state, history, choices, isNew, readOnly }: TaskFieldsProps) => {
  const { form, problems } = state;
  const set = (values: Partial<Omit<TaskForm, 'items'>>) => history.edit(setFields(values), Object.keys(values).join());
  const units = useMemo(() => unitOptions(choices), [choices]);
  return (
    <Card>
      <div className={`${styles.fields} ${isNew ? styles.new : ''}`}>
        <Field label="Código" required={!readOnly} error={problems.code}>
          <TextInput
            value={form.code}
            maxLength={30}
            autoFocus={isNew}
            autoComplete="off"
            onChange={(code) => set({ code })}
          />
        </Field>
        <Field label="Descrição" required={!readOnly} error={problems.description} className={styles.description}>
          <TextInput value={form.description} maxLength={1000} onChange={(description) => set({ description })} />
        </Field>
        <Field label="Unidade" required={!readOnly} error={problems.unitId}>
          <Combobox path="unitId" value={form.unit} options={units} onChange={(unit) => set({ unit })} />
        </Field>
        <Field label="Grupo" error={problems.group}>
          <TextInput value={form.group} maxLength={120} onChange={(group) => set({ group })} />
        </Field>
        <Field label="Referência" error={problems.sourceReference}>
          <TextInput
            value={form.sourceReference}
            maxLength={120}
            onChange={(sourceReference) => set({ sourceReference })}
          />
        </Field>
        {isNew && (
          <Field label="Base" required error={problems.costDatabaseId}>
            <Select
              value={form.costDatabaseId}
              placeholder="Escolha a base"
              options={ownDatabases(choices).map(({ id, name }) => ({ value: id, label: name }))}
              onChange={(costDatabaseId) => set({ costDatabaseId })}
            />
          </Field>
        )}
      </div>
    </Card>
  );
};
