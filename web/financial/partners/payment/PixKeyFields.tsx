import { MAX_PIX_KEYS, MAX_TYPED_KEY, PIX_KEY_KINDS, PIX_KEY_LABELS } from '#domain/financial/partners/pixKeys.ts';
import type { FormState } from '#web/form/useForm.ts';
import { AddIcon, DeleteIcon } from '#web/ui/icons.ts';
import { Button, Checkbox, Field, FormSection, IconButton, Select, TextInput } from '#web/ui/index.ts';
import { useFocusAfterRemoval } from '#web/ui/useFocusAfterRemoval.ts';
import { preferAt, withNewKey, withoutKey, type PartnerForm, type PixKeyForm } from '../model.ts';
import styles from './Payment.module.css';

/** The kind is told from the key. */
const BY_KEY = 'BY_KEY';
const kinds = [
  { value: BY_KEY, label: 'Pela chave' } as const,
  ...PIX_KEY_KINDS.map((value) => ({ value, label: PIX_KEY_LABELS[value] })),
];

export interface PaymentFieldsProps {
  editor: FormState<PartnerForm>;
  readOnly: boolean;
}

/** "Chaves Pix": each with its kind, which may be left to the key, and which one to pay to. */
export const PixKeyFields = ({ editor, readOnly }: PaymentFieldsProps) => {
  const { form, problems, set } = editor;
  const keys = form.pixKeys;
  const { ref, removing } = useFocusAfterRemoval<HTMLDivElement>(
    'button[aria-label^="Remover chave"]',
    '[data-adds] button',
  );
  const change = (place: number, values: Partial<PixKeyForm>) =>
    set({ pixKeys: keys.map((key, index) => (index === place ? { ...key, ...values } : key)) });
  const remove = (place: number) => {
    removing(place);
    set({ pixKeys: withoutKey(keys, place) });
  };
  return (
    <div ref={ref}>
      <FormSection
        title="Chaves Pix"
        actions={
          !readOnly &&
          keys.length < MAX_PIX_KEYS && (
            <span data-adds="">
              <Button icon={<AddIcon />} onClick={() => set({ pixKeys: withNewKey(keys) })}>
                Chave
              </Button>
            </span>
          )
        }
      >
        {keys.length === 0 && <p className={styles.empty}>Nenhuma chave. Ao pagar, a preferida é copiada com Alt+C.</p>}
        {keys.map((key, index) => {
          const name = `Chave Pix ${index + 1}`;
          return (
            <div key={index} className={styles.pixKey} role="group" aria-label={name}>
              <Field label={`Tipo da chave ${index + 1}`}>
                <Select
                  value={key.kind || BY_KEY}
                  options={kinds}
                  onChange={(kind) => change(index, { kind: kind === BY_KEY ? '' : kind })}
                />
              </Field>
              <Field label={name} required error={problems[`pixKeys.${index}.key`]}>
                <TextInput
                  value={key.key}
                  maxLength={MAX_TYPED_KEY}
                  autoComplete="off"
                  autoFocus={key.key === ''}
                  onChange={(text) => change(index, { key: text })}
                />
              </Field>
              {keys.length > 1 && (
                <div className={styles.preferred}>
                  <Checkbox
                    label="Preferida"
                    checked={key.preferred}
                    onChange={() => set({ pixKeys: preferAt(keys, index) })}
                  />
                </div>
              )}
              {!readOnly && (
                <div className={styles.remove}>
                  <IconButton
                    label={`Remover chave Pix ${index + 1}`}
                    icon={<DeleteIcon />}
                    onClick={() => remove(index)}
                  />
                </div>
              )}
            </div>
          );
        })}
      </FormSection>
    </div>
  );
};
