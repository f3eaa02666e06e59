import { Icon } from '../ui/icon.tsx'
import { themes, useTheme } from './theme.ts'

const looks = {
  auto: { icon: 'screen', title: 'As the system' },
  light: { icon: 'sun', title: 'Light' },
  dark: { icon: 'moon', title: 'Dark' },
} as const

export function ThemeSwitch() {
  const [theme, setTheme] = useTheme()
  return (
    <div className="theme-switch" role="group" aria-label="Colours">
      {themes.map((name) => (
        <button
          key={name}
          type="button"
          aria-pressed={theme === name}
          aria-label={looks[name].title}
          title={looks[name].title}
          onClick={() => setTheme(name)}
        >
          <Icon name={looks[name].icon} size={16} />
        </button>
      ))}
    </div>
  )
}
