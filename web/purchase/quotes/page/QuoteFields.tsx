import { useBuildingChoice } from '#web/choices/useBuildingChoice.ts';
import type { FormHistory } from '#web/form/lines/useHistory.ts';
import { Card, Combobox, DateInput, Field, FormSection, TextArea, TextInput } from '#web/ui/index.ts';
import { setBuilding, setFields } from './edits.ts';
import type { QuoteForm, QuoteFormState } from './form.ts';

interface QuoteFieldsProps {
  state: QuoteFormState;
  history: FormHistory<QuoteForm>;
}

/** What suppliers read besides the items. */
export const QuoteFields = ({ state: { form, problems, edit } }: QuoteFieldsProps) => {
  const buildings = useBuildingChoice().options;
  const text = (field: 'title' | 'deliveryPlace' | 'phone' | 'deadlineTime', maxLength: number) => (
    <TextInput
      type={field === 'phone' ? 'tel' : 'text'}
      value={form[field]}
      maxLength={maxLength}
      onChange={(value) => edit(setFields({ [field]: value }))}
    />
  );
  return (
    <Card>
      <FormSection title="O que os fornecedores leem" level={2}>
        <Field label="Título" required error={problems.title} wide>
          {text('title', 120)}
        </Field>
        <Field label="Obra" required error={problems.building}>
          <Combobox
            path="building"
            value={form.building}
            options={buildings}
            onChange={(building) => edit(setBuilding(building))}
          />
        </Field>
        <Field label="Local da entrega" error={problems.deliveryPlace}>
          {text('deliveryPlace', 200)}
        </Field>
        <Field label="Responder até" error={problems.deadlineDate}>
          <DateInput
            path="deadlineDate"
            towards="future"
            value={form.deadlineDate}
            onChange={(deadlineDate) => edit(setFields({ deadlineDate }))}
          />
        </Field>
        <Field label="Hora" error={problems.deadlineTime}>
          {text('deadlineTime', 5)}
        </Field>
        <Field label="Entrega até" error={problems.deliveryDate}>
          <DateInput
            path="deliveryDate"
            towards="future"
            value={form.deliveryDate}
            onChange={(deliveryDate) => edit(setFields({ deliveryDate }))}
          />
        </Field>
        <Field label="Telefone para dúvidas" error={problems.phone}>
          {text('phone', 30)}
        </Field>
        <Field label="Mensagem aos fornecedores" error={problems.message} wide>
          <TextArea value={form.message} maxLength={2_000} onChange={(message) => edit(setFields({ message }))} />
        </Field>
      </FormSection>
    </Card>
  );
};
