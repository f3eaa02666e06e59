import type { CommandType } from './commands.ts'

/** Applied from the first to the last, each works. */
export const examples: Readonly<Record<CommandType, Readonly<Record<string, unknown>>>> = {
  tick: { type: 'tick', dt: 86_400 },
  batch: {
    type: 'batch',
    commands: [
      { type: 'tick', dt: 60 },
      { type: 'tick', dt: 60 },
    ],
  },

  addStar: {
    type: 'addStar',
    id: 'sun',
    payload: {
      name: 'Sun',
      bodyType: 'star',
      mass: 1,
      radius: 0.00465,
      color: '#ffcc33',
      parentId: null,
      orbitalDistance: 0,
      orbitalSpeed: 0,
      orbitalPhase: 0,
    },
  },
  updateStar: { type: 'updateStar', id: 'sun', payload: { mass: 1.1, eccentricity: null } },
  removeStar: { type: 'removeStar', id: 'sun' },

  attachStar: { type: 'attachStar', childId: 'moon', parentId: 'earth' },
  detachStar: { type: 'detachStar', childId: 'moon' },

  addGroup: { type: 'addGroup', id: 'local', payload: { name: 'Local', color: '#80c0ff' } },
  updateGroup: { type: 'updateGroup', id: 'local', payload: { name: 'Local arm' } },
  removeGroup: { type: 'removeGroup', id: 'local' },

  addToGroup: { type: 'addToGroup', groupId: 'local', child: { id: 'sun', type: 'system' } },
  removeFromGroup: { type: 'removeFromGroup', groupId: 'local', childId: 'sun' },
  moveToGroup: { type: 'moveToGroup', childId: 'sun', childType: 'system', targetGroupId: 'local' },

  addSmallBodyField: {
    type: 'addSmallBodyField',
    field: { id: 'belt', hostStarId: 'sun', innerRadius: 2.1, outerRadius: 3.3 },
  },
  updateSmallBodyField: { type: 'updateSmallBodyField', id: 'belt', patch: { opacity: 0.5 } },
  setSmallBodyFields: {
    type: 'setSmallBodyFields',
    fields: { kuiper: { hostStarId: 'sun', innerRadius: 30, outerRadius: 50, beltType: 'kuiper' } },
  },
  removeSmallBodyField: { type: 'removeSmallBodyField', id: 'kuiper' },

  addProtoplanetaryDisk: {
    type: 'addProtoplanetaryDisk',
    disk: { id: 'dust', centralStarId: 'sun', innerRadius: 0.5, outerRadius: 8 },
  },
  updateProtoplanetaryDisk: { type: 'updateProtoplanetaryDisk', id: 'dust', patch: { spiralStrength: 0.4 } },
  setProtoplanetaryDisks: {
    type: 'setProtoplanetaryDisks',
    disks: { gas: { centralStarId: 'sun', innerRadius: 1, outerRadius: 9 } },
  },
  removeProtoplanetaryDisk: { type: 'removeProtoplanetaryDisk', id: 'gas' },

  addNebula: {
    type: 'addNebula',
    nebula: { id: 'veil', name: 'Veil', position: { x: 90, y: 0, z: 0 }, radius: 20 },
  },
  updateNebula: { type: 'updateNebula', id: 'veil', patch: { density: 0.8 } },
  setNebulae: {
    type: 'setNebulae',
    nebulae: { eagle: { name: 'Eagle', position: { x: 0, y: 0, z: 90 }, radius: 9 } },
  },
  removeNebula: { type: 'removeNebula', id: 'eagle' },

  updateRing: { type: 'updateRing', planetId: 'saturn', patch: { opacity: 0.7 } },
  removeRing: { type: 'removeRing', planetId: 'saturn' },

  replaceSnapshot: {
    type: 'replaceSnapshot',
    snapshot: {
      stars: {
        sun: {
          name: 'Sun',
          mass: 1,
          radius: 1,
          color: 'gold',
          parentId: null,
          orbitalDistance: 0,
          orbitalSpeed: 0,
          orbitalPhase: 0,
        },
      },
    },
  },
}
