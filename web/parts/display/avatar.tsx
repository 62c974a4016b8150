import { useState } from 'react';
import { classes } from '../classes.ts';
import { tooltipAttributes } from '../popups/tooltip.ts';
import { hueOf, initialsOf, isOwnPicture } from './initials.ts';
import './avatar.css';

export interface AvatarProps {
  /** If undefined, an empty ring stands for nobody. */
  name?: string | undefined;
  /** Decides the hue, so that a person keeps the colour after a change of name. */
  id?: string | undefined;
  image?: string | null | undefined;
  agent?: boolean | undefined;
  size?: 'small' | 'normal' | 'large' | 'huge';
  /** True to have the name as label and tooltip. Without it the avatar is decoration beside the written name. */
  named?: boolean;
}

export function Avatar({ name, id, image, agent, size = 'normal', named }: AvatarProps) {
  const [broken, setBroken] = useState<string>();
  const picture = image && image !== broken && isOwnPicture(image, location.origin) ? image : undefined;
  const look =
    name === undefined ? 'avatar-nobody' : agent ? 'avatar-agent' : `avatar-hue-${hueOf(id ?? name)}`;
  return (
    <span
      className={classes('avatar', `avatar-${size}`, look)}
      // Drawn by CSS: as text they would become part of the name of a button around them.
      data-initials={picture || name === undefined || agent ? undefined : initialsOf(name)}
      {...(named && name !== undefined
        ? { role: 'img', 'aria-label': name, ...tooltipAttributes(name) }
        : { 'aria-hidden': true })}
    >
      {picture && (
        <img src={picture} alt="" loading="lazy" decoding="async" onError={() => setBroken(picture)} />
      )}
    </span>
  );
}

export interface PersonAvatarProps extends Pick<AvatarProps, 'size' | 'named'> {
  person:
    | { id: string; name: string; image?: string | null | undefined; isAgent?: boolean | undefined }
    | null
    | undefined;
}

export const PersonAvatar = ({ person, size = 'small', named = false }: PersonAvatarProps) => (
  <Avatar
    size={size}
    named={named}
    name={person?.name}
    id={person?.id}
    image={person?.image}
    agent={person?.isAgent}
  />
);
