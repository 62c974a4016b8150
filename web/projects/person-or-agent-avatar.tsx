import { PersonAvatar, type PersonAvatarProps } from '../parts/display/avatar.tsx';
import { usePerson } from '../replica/index.ts';

interface PersonOrAgentAvatarProps extends Pick<PersonAvatarProps, 'named'> {
  id: string;
  name: string;
  image: string | null | undefined;
}

/** For people in answers that do not say who is an agent: the replica knows it. */
export const PersonOrAgentAvatar = ({ named = false, ...person }: PersonOrAgentAvatarProps) => (
  <PersonAvatar named={named} person={{ ...person, isAgent: usePerson(person.id)?.isAgent }} />
);
