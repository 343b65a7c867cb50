import { Switch as FluentSwitch } from '@fluentui/react-components';
import { useReadOnly } from './readOnly.ts';

export interface SwitchProps {
  checked: boolean;
  onChange: (checked: boolean) => void;
  label: string;
  /** What it belongs to, where several have the same label: screen readers read it after the label. */
  of?: string;
  disabled?: boolean;
}

export const Switch = ({ checked, onChange, label, of, disabled }: SwitchProps) => (
  <FluentSwitch
    checked={checked}
    label={
      of === undefined ? (
        label
      ) : (
        <>
          {label}
          <span className="visuallyHidden"> {of}</span>
        </>
      )
    }
    disabled={useReadOnly(disabled)}
    onChange={(_event, data) => onChange(data.checked)}
  />
);
