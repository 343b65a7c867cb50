import type { RegisterFieldsProps, RegisterForm } from './defineRows.ts';
import type { RegisterRow } from './operations.ts';
import { isRecord, isText } from '#web/client/storage.ts';
import { Field, FormSection, TextInput } from '#web/ui/index.ts';

/** A plain text field. */
export interface TextField {
  label: string;
  maxLength: number;
  /** Problem of an empty field; absent when it is optional. */
  required?: string;
  placeholder?: string;
  /** Spans the whole row. */
  wide?: boolean;
}

type Texts<Key extends string> = Record<Key, string>;
type TextRow<Key extends string> = RegisterRow & { [Name in Key]?: string | null };

/** Returns the form of a register with text fields only: shown, stored as a draft, checked and sent as described. */
export const textForm = <Key extends string>(
  fields: Record<Key, TextField>,
): RegisterForm<TextRow<Key>, Texts<Key>, Texts<Key>> => {
  const keys = Object.keys(fields) as Key[];
  const textsOf = (of: (key: Key) => string) => Object.fromEntries(keys.map((key) => [key, of(key)])) as Texts<Key>;
  const Fields = ({ editor, row, readOnly }: RegisterFieldsProps<TextRow<Key>, Texts<Key>>) => (
    <FormSection title="Dados">
      {keys.map((key, index) => {
        const { label, maxLength, required, placeholder, wide } = fields[key];
        return (
          <Field key={key} label={label} required={required !== undefined} wide={wide} error={editor.problems[key]}>
            <TextInput
              value={editor.form[key]}
              maxLength={maxLength}
              placeholder={placeholder}
              readOnly={readOnly}
              autoFocus={row === null && index === 0}
              onChange={(text) => editor.set({ [key]: text } as Partial<Texts<Key>>)}
            />
          </Field>
        );
      })}
    </FormSection>
  );
  return {
    formOf: (row) => textsOf((key) => row?.[key] ?? ''),
    isForm: (value): value is Texts<Key> => isRecord(value) && keys.every((key) => isText(value[key])),
    problemsOf: (form) =>
      Object.fromEntries(
        keys.flatMap((key) => {
          const { required } = fields[key];
          return required !== undefined && form[key].trim() === '' ? [[key, required]] : [];
        }),
      ),
    inputOf: (form) => form,
    Fields,
  };
};
