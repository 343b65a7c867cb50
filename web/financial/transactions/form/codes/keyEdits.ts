import type { KeyedExpense } from '#web/financial/paymentCodes/intake/useFiscalKey.ts';
import { today } from '#web/ui/clock.ts';
import type { Edit } from '../edits.ts';

/**
 * What an access key says, where nothing is typed yet. It knows the month of the emission and no day: of another month than
 * this one the day is left to the user, rather than today's.
 */
export const fillByKey =
  ({ documentNumber, partner, month }: KeyedExpense): Edit =>
  (form) => {
    const now = today();
    const other = !now.startsWith(month) && form.emissionDate === now;
    return {
      ...form,
      documentNumber: form.documentNumber === '' ? documentNumber : form.documentNumber,
      partner: form.partner ?? partner,
      ...(other && { emissionDate: '', competenceDate: form.competenceDate || `${month}-01` }),
    };
  };
