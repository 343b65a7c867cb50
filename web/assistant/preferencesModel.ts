import { SWITCHABLE, type SwitchableEvent } from '#domain/assistant/events.ts';
import type { AssistantPreferencesInput, AssistantPreferencesPartsFragment } from '#web/generated/assistant.ts';

export const EVENT_WORDS: Record<SwitchableEvent, { label: string; hint: string }> = {
  PAYMENT: { label: 'Saldo após pagamento', hint: 'Quando você paga ou recebe' },
  PRICE_ABOVE_LAST: { label: 'Preço acima do último', hint: 'Pedido com insumo mais caro que o último pago' },
  DUPLICATE: { label: 'Possível duplicidade', hint: 'Despesa salva com número e valor de outra' },
  MEASUREMENT_BEHIND: { label: 'Medição atrás do plano', hint: 'Mais de 5 pontos abaixo do cronograma' },
  NEGATIVE_DAY: { label: 'Saldo previsto negativo', hint: 'O primeiro dia no vermelho, para administradores' },
  APPROVAL: { label: 'Aprovação de pedidos', hint: 'O que espera por você e o que foi decidido' },
  SUPPLIER: { label: 'Respostas de fornecedores', hint: 'Cotações e confirmações de pedidos' },
  JOB: { label: 'Relatórios e importações', hint: 'Quando terminam; falhas são sempre avisadas' },
  MENTION: { label: 'Menções', hint: 'Quando um comentário menciona você' },
};

export interface PreferencesForm {
  panel: readonly SwitchableEvent[];
  digest: readonly SwitchableEvent[];
  /** '' without quiet hours. */
  quietFrom: string;
  quietTo: string;
  quietWeekends: boolean;
  /** '' without a letter. */
  digestHour: string;
}

export const formOf = (stored: AssistantPreferencesPartsFragment): PreferencesForm => {
  const on = (which: 'panel' | 'digest') =>
    SWITCHABLE.filter((event) => stored.events.some((one) => one.event === event && one[which]));
  return {
    ...{ panel: on('panel'), digest: on('digest') },
    ...{ quietFrom: stored.quietFrom ?? '', quietTo: stored.quietTo ?? '', quietWeekends: stored.quietWeekends },
    digestHour: stored.digestHour == null ? '' : String(stored.digestHour),
  };
};

export const inputOf = (form: PreferencesForm): AssistantPreferencesInput => ({
  events: SWITCHABLE.map((event) => ({
    ...{ event, panel: form.panel.includes(event), digest: form.digest.includes(event) },
  })),
  quietFrom: form.quietFrom || null,
  quietTo: form.quietTo || null,
  quietWeekends: form.quietWeekends,
  digestHour: form.digestHour === '' ? null : Number(form.digestHour),
});

export const problemsOf = ({ quietFrom, quietTo }: PreferencesForm): Record<string, string> => {
  if (quietFrom !== '' && quietTo === '') return { quietTo: 'Informe até que horas.' };
  if (quietFrom === '' && quietTo !== '') return { quietFrom: 'Informe a partir de que horas.' };
  return quietFrom !== '' && quietFrom === quietTo ? { quietTo: 'Informe outra hora para o fim.' } : {};
};

const two = (count: number) => String(count).padStart(2, '0');
const HALF_HOURS = Array.from({ length: 48 }, (_, at) => `${two(Math.floor(at / 2))}:${at % 2 === 0 ? '00' : '30'}`);

/** Half hours, and the stored time where it is none of them. */
export const timeOptions = (stored: string) => [
  { value: '', label: 'Nenhuma' },
  ...[...new Set([...HALF_HOURS, ...(stored === '' ? [] : [stored])])]
    .sort()
    .map((time) => ({ value: time, label: time })),
];

export const HOUR_OPTIONS = [
  { value: '', label: 'Não enviar' },
  ...Array.from({ length: 24 }, (_, hour) => ({ value: String(hour), label: `A partir das ${two(hour)}:00` })),
];
