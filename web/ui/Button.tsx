import { Button as FluentButton, Spinner } from '@fluentui/react-components';
import type { MouseEvent, ReactElement, ReactNode, Ref } from 'react';
import { Kbd } from './Kbd.tsx';
import { useIsPhone } from './useIsPhone.ts';
import styles from './Button.module.css';

export interface ButtonProps {
  children: ReactNode;
  /** primary: the one main action; secondary: outlined; subtle: no frame; danger: an action that cannot be undone. */
  variant?: 'primary' | 'secondary' | 'subtle' | 'danger';
  size?: 'small' | 'medium' | 'large';
  icon?: ReactElement;
  onClick?: (event: MouseEvent<HTMLButtonElement>) => void;
  type?: 'button' | 'submit';
  disabled?: boolean;
  /** Shows a spinner and ignores clicks, but keeps the focus, which `disabled` would drop. */
  busy?: boolean;
  /** Shows a spinner and takes clicks: what runs can be cancelled. */
  spinning?: boolean;
  /** Keys shown inside the button, such as "Ctrl S"; the screen binds the keys. */
  shortcut?: string;
  autoFocus?: boolean;
  /** Of a button that shows and hides what is below it. */
  expanded?: boolean;
  form?: string;
  /** -1 where a key of the screen does the same. */
  tabIndex?: number;
  className?: string;
  ref?: Ref<HTMLButtonElement>;
}

const appearance = { primary: 'primary', secondary: 'outline', subtle: 'subtle', danger: 'primary' } as const;

/** A button of the product: 32 px high, 40 px on a phone. */
export const Button = ({
  variant = 'secondary',
  size,
  icon,
  busy = false,
  spinning = false,
  shortcut,
  expanded,
  ...props
}: ButtonProps) => {
  const phone = useIsPhone();
  const { children, className, onClick, type = 'button', ...rest } = props;
  return (
    <FluentButton
      {...rest}
      type={type}
      aria-expanded={expanded}
      appearance={appearance[variant]}
      size={size ?? (phone ? 'large' : 'medium')}
      icon={busy || spinning ? <Spinner size="extra-tiny" aria-hidden="true" /> : icon}
      aria-busy={busy || spinning || undefined}
      disabledFocusable={busy}
      onClick={busy ? undefined : onClick}
      className={[styles.button, styles[variant], className].filter(Boolean).join(' ')}
    >
      {children}
      {shortcut !== undefined && !phone && <Kbd tone={variant === 'primary' ? 'onBrand' : 'plain'}>{shortcut}</Kbd>}
    </FluentButton>
  );
};
