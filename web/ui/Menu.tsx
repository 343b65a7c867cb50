import {
  Menu as FluentMenu,
  MenuDivider,
  MenuItem,
  MenuList,
  MenuPopover,
  MenuTrigger,
} from '@fluentui/react-components';
import type { ReactElement } from 'react';

export interface MenuAction {
  label: string;
  icon?: ReactElement;
  onClick: () => void;
  disabled?: boolean;
  /** Keys shown at the right. */
  shortcut?: string;
  /** A line above it. */
  separated?: boolean;
}

export interface MenuProps {
  /** The button that opens it: an IconButton or a Button. */
  trigger: ReactElement;
  actions: readonly MenuAction[];
}

/** A list of actions under a button. */
export const Menu = ({ trigger, actions }: MenuProps) => (
  <FluentMenu>
    <MenuTrigger disableButtonEnhancement>{trigger}</MenuTrigger>
    <MenuPopover>
      <MenuList>
        {actions.flatMap((action) => [
          ...(action.separated ? [<MenuDivider key={`line ${action.label}`} />] : []),
          <MenuItem
            key={action.label}
            icon={action.icon}
            disabled={action.disabled}
            secondaryContent={action.shortcut}
            onClick={action.onClick}
          >
            {action.label}
          </MenuItem>,
        ])}
      </MenuList>
    </MenuPopover>
  </FluentMenu>
);
