import { NO_COMPANY_AVAILABLE } from '#domain/messages.ts';
import { CheckIcon, SwitchIcon } from '#web/ui/icons.ts';
import { Popover } from '#web/ui/Popover.tsx';
import { useState } from 'react';
import { useSession } from '#web/session/sessionContext.ts';
import styles from './PlaceSwitcher.module.css';

const allBuildings = 'Todas as obras';

interface ChoiceProps {
  label: string;
  chosen: boolean;
  onChoose: () => void;
}

const Choice = ({ label, chosen, onChoose }: ChoiceProps) => (
  <li>
    <button type="button" aria-pressed={chosen} className={styles.choice} onClick={onChoose}>
      <span>{label}</span>
      {chosen && <CheckIcon aria-hidden="true" />}
    </button>
  </li>
);

/** Chooses the company and building; lists and menu follow the choice, which is stored (§6). */
export const PlaceSwitcher = () => {
  const { companies, place, setPlace } = useSession();
  const [open, setOpen] = useState(false);
  const choose = (companyId: string, buildingId: string | null) => {
    setPlace(companyId, buildingId);
    setOpen(false);
  };
  const button = (
    <button type="button" className={styles.switcher} title="Trocar de empresa ou obra">
      <span className="visuallyHidden">Empresa e obra: </span>
      <span className={styles.names}>
        <strong>{place.company?.name ?? NO_COMPANY_AVAILABLE}</strong>
        <span>{place.building?.name ?? allBuildings}</span>
      </span>
      <SwitchIcon aria-hidden="true" />
    </button>
  );
  return (
    <Popover trigger={button} ariaLabel="Empresa e obra" open={open} onOpenChange={setOpen}>
      <div className={styles.list}>
        {companies.map((company) => (
          <section key={company.id} aria-label={company.name}>
            <h2 className={styles.company}>{company.name}</h2>
            <ul>
              {[null, ...company.buildings].map((building) => (
                <Choice
                  key={building?.id ?? 'all'}
                  label={building?.name ?? allBuildings}
                  chosen={company.id === place.company?.id && building?.id === place.building?.id}
                  onChoose={() => choose(company.id, building?.id ?? null)}
                />
              ))}
            </ul>
          </section>
        ))}
      </div>
    </Popover>
  );
};
