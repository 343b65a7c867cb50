import { Button, Spinner, Tooltip } from '@fluentui/react-components';
import type { KeyboardEvent, MouseEvent, ReactElement, Ref } from 'react';
import { useIsPhone } from './useIsPhone.ts';

export interface IconButtonProps {
  /** Name for screen readers, and tooltip. */
  label: string;
  icon: ReactElement;
  onClick?: (event: MouseEvent<HTMLButtonElement>) => void;
  onKeyDown?: (event: KeyboardEvent<HTMLButtonElement>) => void;
  size?: 'small' | 'medium';
  /** Shows a spinner and takes clicks: what runs can be cancelled. */
  spinning?: boolean;
  disabled?: boolean;
  /** Disabled, but keeps the focus, which `disabled` would drop. */
  disabledFocusable?: boolean;
  pressed?: boolean;
  expanded?: boolean;
  className?: string;
  /** -1 where a key in the adjacent field does the same. */
  tabIndex?: number;
  ref?: Ref<HTMLButtonElement>;
}

/**
 * A button with an icon and no visible text; always has a name. Passes on the props that a Menu or Popover puts on its
 * trigger.
 */
export const IconButton = ({
  label,
  size = 'medium',
  icon,
  spinning = false,
  pressed,
  expanded,
  ...props
}: IconButtonProps) => {
  const phone = useIsPhone();
  return (
    <Tooltip content={label} relationship="label">
      <Button
        {...props}
        type="button"
        icon={spinning ? <Spinner size="extra-tiny" aria-hidden="true" /> : icon}
        aria-busy={spinning || undefined}
        appearance="subtle"
        size={size === 'small' ? 'small' : phone ? 'large' : 'medium'}
        {...(pressed === undefined ? {} : { 'aria-pressed': pressed })}
        {...(expanded === undefined ? {} : { 'aria-expanded': expanded })}
      />
    </Tooltip>
  );
};
