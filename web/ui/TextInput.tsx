import { Input } from '@fluentui/react-components';
import type { FocusEventHandler, KeyboardEventHandler, ReactNode, Ref } from 'react';
import { useIsPhone } from './useIsPhone.ts';
import styles from './Field.module.css';

export interface TextInputProps {
  value: string;
  onChange: (value: string) => void;
  /** Only where no Field names it. */
  ariaLabel?: string;
  type?: 'text' | 'password' | 'email' | 'search' | 'tel';
  size?: 'small' | 'medium';
  placeholder?: string;
  disabled?: boolean;
  readOnly?: boolean;
  maxLength?: number;
  autoFocus?: boolean;
  autoComplete?: string;
  name?: string;
  id?: string;
  before?: ReactNode;
  after?: ReactNode;
  onBlur?: FocusEventHandler<HTMLInputElement>;
  onFocus?: FocusEventHandler<HTMLInputElement>;
  onKeyDown?: KeyboardEventHandler<HTMLInputElement>;
  className?: string;
  ref?: Ref<HTMLInputElement>;
}

/** One line of text; 32 px, 24 in tables (`small`), 40 on a phone. */
export const TextInput = ({
  onChange,
  ariaLabel,
  size = 'medium',
  before,
  after,
  className,
  ...props
}: TextInputProps) => {
  const phone = useIsPhone();
  return (
    <Input
      {...props}
      aria-label={ariaLabel}
      size={phone ? 'large' : size}
      contentBefore={before === undefined ? undefined : { children: before }}
      contentAfter={after === undefined ? undefined : { children: after }}
      onChange={(_event, data) => onChange(data.value)}
      className={[styles.control, className].filter(Boolean).join(' ')}
    />
  );
};
