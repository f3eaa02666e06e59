import {
  ceresElements,
  kilometresPerAu,
  laplaceMoons,
  moonElements,
  planetElements,
  secondsPerCentury,
  type KeplerianElements,
} from '@quipu/orbits'
import { emptyState, type SmallBodyField, type Star, type UniverseState } from '../domain/universe-state.ts'

/**
 * The Sun at rest in the origin and what goes round it, at `time` seconds after J2000.0. Masses are in solar masses,
 * radii, mean ones, in AU. The body "earth" moves as the barycentre of Earth and Moon, 4,700 km from its own centre.
 */
export function sol(time: number): UniverseState {
  const bodies = allBodies()
  const state = { ...emptyState(), time }
  for (const body of bodies) {
    state.stars[body.id] = {
      ...body,
      children: bodies.filter(({ parentId }) => parentId === body.id).map(({ id }) => id),
    }
    if (body.parentId === null) state.rootIds.push(body.id)
  }
  for (const field of smallBodyFields) state.smallBodyFields[field.id] = { ...field }
  return state
}

type Childless = Omit<Star, 'children'>

interface Facts {
  readonly name: string
  /** 10²⁴ kg. */
  readonly mass: number
  /** Kilometres. */
  readonly radius: number
  readonly color: string
}

function allBodies(): Childless[] {
  const { mercury, venus, earth, mars, jupiter, saturn, uranus, neptune, pluto } = planetElements
  const { io, europa, ganymede, callisto, titan } = laplaceMoons
  return [
    sun(),
    planet(mercury, { name: 'Mercury', mass: 0.330103, radius: 2439.4, color: '#9c9187' }),
    planet(venus, { name: 'Venus', mass: 4.86731, radius: 6051.8, color: '#e6cf9c' }),
    planet(earth, { name: 'Earth', mass: 5.97217, radius: 6371.0084, color: '#4b7fc4' }),
    moon('earth', moonElements, { name: 'Moon', mass: 0.0734579, radius: 1737.4, color: '#b5b1aa' }),
    planet(mars, { name: 'Mars', mass: 0.641691, radius: 3389.5, color: '#c8633a' }),
    asteroid(ceresElements, { name: 'Ceres', mass: 0.00093839, radius: 469.7, color: '#8b8680' }, 'mainBelt'),
    planet(jupiter, { name: 'Jupiter', mass: 1898.125, radius: 69911, color: '#d2b48c' }),
    moon('jupiter', io, { name: 'Io', mass: 0.0893193, radius: 1821.49, color: '#e3d36a' }),
    moon('jupiter', europa, { name: 'Europa', mass: 0.0479984, radius: 1560.8, color: '#cfc4b0' }),
    moon('jupiter', ganymede, { name: 'Ganymede', mass: 0.148186, radius: 2631.2, color: '#a79c8e' }),
    moon('jupiter', callisto, { name: 'Callisto', mass: 0.107594, radius: 2410.3, color: '#7d746a' }),
    {
      ...planet(saturn, { name: 'Saturn', mass: 568.317, radius: 58232, color: '#e3cf9f' }),
      ring: { ...saturnRing },
    },
    moon('saturn', titan, { name: 'Titan', mass: 0.134518, radius: 2574.76, color: '#d9a55b' }),
    {
      ...planet(uranus, { name: 'Uranus', mass: 86.8099, radius: 25362, color: '#9fd9de' }),
      ring: { ...uranusRing },
    },
    planet(neptune, { name: 'Neptune', mass: 102.4092, radius: 24622, color: '#4f70d8' }),
    asteroid(pluto, { name: 'Pluto', mass: 0.013024, radius: 1188.3, color: '#c8ad91' }, 'kuiperBelt'),
  ]
}

/** 10²⁴ kg. */
const massOfSun = 1_988_410

function sun(): Childless {
  const facts = { name: 'Sun', mass: massOfSun, radius: 695_700, color: '#ffd75e' }
  return {
    ...physical(facts),
    bodyType: 'star',
    parentId: null,
    orbitalDistance: 0,
    orbitalSpeed: 0,
    orbitalPhase: 0,
  }
}

function planet(elements: KeplerianElements, facts: Facts): Childless {
  return { ...physical(facts), bodyType: 'planet', parentId: 'sun', ...orbit(elements) }
}

function moon(parentId: string, elements: KeplerianElements, facts: Facts): Childless {
  return { ...physical(facts), bodyType: 'moon', parentId, ...orbit(elements) }
}

function asteroid(elements: KeplerianElements, facts: Facts, subType: 'mainBelt' | 'kuiperBelt'): Childless {
  return {
    ...physical(facts),
    bodyType: 'asteroid',
    asteroidSubType: subType,
    parentId: 'sun',
    ...orbit(elements),
  }
}

function physical({ name, mass, radius, color }: Facts) {
  return { id: name.toLowerCase(), name, mass: mass / massOfSun, radius: radius / kilometresPerAu, color }
}

/** The elements are used; the three plain fields give the same values for J2000.0 to clients that ignore elements. */
function orbit(elements: KeplerianElements) {
  const { a, l, peri, rates } = elements
  return {
    orbitalDistance: a,
    orbitalSpeed: (rates.l - rates.peri) / secondsPerCentury,
    orbitalPhase: (((l - peri) % 360) + 360) % 360,
    keplerianElements: { ...elements, rates: { ...rates } },
  }
}

/** From the inner edge of ring C to the outer edge of ring A. */
const saturnRing = {
  innerRadiusMultiplier: 74_658 / 58_232,
  outerRadiusMultiplier: 136_775 / 58_232,
  thickness: 0.001,
  opacity: 0.85,
  albedo: 0.6,
  color: '#d9c7a3',
  density: 0.8,
}

/** From ring 6 to ring ε: narrow and dark. */
const uranusRing = {
  innerRadiusMultiplier: 41_837 / 25_362,
  outerRadiusMultiplier: 51_149 / 25_362,
  thickness: 0.001,
  opacity: 0.2,
  albedo: 0.05,
  color: '#6f757a',
  density: 0.15,
}

const fieldLook = { systemId: 'sun', hostStarId: 'sun', brightness: 1, rotationSpeedMultiplier: 1 }

const smallBodyFields: readonly SmallBodyField[] = [
  {
    ...fieldLook,
    id: 'main-belt',
    name: 'Main asteroid belt',
    regionLabel: 'Main Belt',
    beltType: 'main',
    // Between the gaps where Jupiter's 4:1 and 2:1 resonances empty the belt.
    innerRadius: 2.06,
    outerRadius: 3.27,
    thickness: 0.4,
    particleCount: 3000,
    baseColor: '#8c7a66',
    highlightColor: '#c8b49a',
    opacity: 0.7,
    clumpiness: 0.2,
    isIcy: false,
    style: 'moderate',
    seed: 1801,
  },
  {
    ...fieldLook,
    id: 'kuiper-belt',
    name: 'Kuiper belt',
    regionLabel: 'Kuiper Belt',
    beltType: 'kuiper',
    // From Neptune's orbit to its 2:1 resonance and a little further.
    innerRadius: 30,
    outerRadius: 50,
    thickness: 5,
    particleCount: 4000,
    baseColor: '#8fa8c0',
    highlightColor: '#d8ecff',
    opacity: 0.5,
    clumpiness: 0.2,
    isIcy: true,
    style: 'thick',
    seed: 1992,
  },
]
