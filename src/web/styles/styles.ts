// One module, so that these come before the styles of every component.
import './tokens.css'
import './fonts.css'
import './base.css'
